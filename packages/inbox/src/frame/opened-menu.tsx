import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { frameText } from '../language/english/frame.ts';
import { navigate } from '../navigation/place.ts';
import { explainProblem } from './problem-words.ts';
import { signOut } from './sign-out.ts';
import { chooseTheme, type Theme, themes, useTheme } from './theme.ts';

const themeWords: Readonly<Record<Theme, { readonly label: string; readonly icon: IconName }>> = {
  system: { label: frameText.themeSystem, icon: 'screen' },
  light: { label: frameText.themeLight, icon: 'sun' },
  dark: { label: frameText.themeDark, icon: 'moon' },
};

/** What an account offers: how the inbox looks, and the way out. Loaded when it is first asked for, and open then. */
export function OpenedMenu({
  children,
  onShortcuts,
}: {
  /** The face of the account, inside the button. */
  readonly children: ReactNode;
  onShortcuts(): void;
}): ReactNode {
  const theme = useTheme();
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className="account">{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" side="top" align="start" sideOffset={8}>
          <DropdownMenu.Label className="menu-label">{frameText.theme}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={theme}
            onValueChange={value => chooseTheme(themes.find(each => each === value) ?? 'system')}
          >
            {themes.map(each => (
              <DropdownMenu.RadioItem key={each} value={each} className="menu-item">
                <Icon name={themeWords[each].icon} />
                {themeWords[each].label}
                <DropdownMenu.ItemIndicator className="menu-mark">
                  <Icon name="check" size={14} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={() => navigate('/settings')}>
            <Icon name="people" />
            {frameText.yourSettings}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={onShortcuts}>
            <Icon name="keyboard" />
            {frameText.shortcuts}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" asChild>
            <a href="/v1/reference">
              <Icon name="document" />
              {frameText.apiReference}
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={leave}>
            <Icon name="leave" />
            {frameText.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function leave(): void {
  signOut().catch(problem => {
    const { title, remedy } = explainProblem(problem);
    showToast({ kind: 'refused', title: frameText.stillSignedIn, detail: `${title} ${remedy}` });
  });
}
