import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { explainProblem } from './problem-words.ts';
import { signOut } from './sign-out.ts';
import { chooseTheme, type Theme, themes, useTheme } from './theme.ts';

const themeWords: Readonly<Record<Theme, { readonly label: string; readonly icon: IconName }>> = {
  system: { label: 'As the system', icon: 'screen' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

/** Who is signed in, how the inbox looks, and the way out. */
export function AccountMenu({ onShortcuts }: { onShortcuts(): void }): ReactNode {
  const session = useSession();
  const theme = useTheme();
  const name = session?.name ?? 'Signed in';
  const roles = session?.roles ?? [];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="account">
        <span className="face face--you" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="visually-hidden">Account of </span>
        <span className="account-words">
          <b>{name}</b>
          <small>{roles.length === 0 ? 'no roles yet' : roles.join(', ')}</small>
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" side="top" align="start" sideOffset={8}>
          <DropdownMenu.Label className="menu-label">Theme</DropdownMenu.Label>
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
          <DropdownMenu.Item className="menu-item" onSelect={onShortcuts}>
            <Icon name="keyboard" />
            Keyboard shortcuts
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" asChild>
            <a href="/v1/reference">
              <Icon name="document" />
              API reference
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={leave}>
            <Icon name="leave" />
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function leave(): void {
  signOut().catch(problem => {
    const { title, remedy } = explainProblem(problem);
    showToast({ kind: 'refused', title: 'You are still signed in', detail: `${title} ${remedy}` });
  });
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]?.slice(0, 2)];
  return letters
    .map(word => (words.length > 1 ? [...(word ?? '')][0] : word))
    .join('')
    .toUpperCase();
}
