import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type ButtonKind = 'plain' | 'outline' | 'primary' | 'reject' | 'danger';

const classOfKind: Readonly<Record<ButtonKind, string>> = {
  outline: '',
  plain: 'btn--plain',
  primary: 'btn--primary',
  reject: 'btn--reject',
  danger: 'btn--danger',
};

interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly small?: boolean;
  readonly icon?: IconName;
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** The button shows that its work is under way. A second press does nothing. */
  readonly busy?: boolean;
}

/** A button. A locked one (`aria-disabled`) keeps its place and the focus, and does nothing. */
export function Button({
  kind,
  small,
  icon,
  busy = false,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  const isLocked = busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? { 'data-state': 'busy', 'aria-disabled': true, 'aria-busy': true } : {})}
      className={buttonClass({ kind, small }, className)}
      onClick={event => {
        if (isLocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** The class of something else that looks like a button, such as a link. */
export function buttonClass(
  {
    kind = 'outline',
    small = false,
  }: { kind?: ButtonKind | undefined; small?: boolean | undefined },
  more = '',
): string {
  return ['btn', classOfKind[kind], small ? 'btn--small' : '', more].filter(Boolean).join(' ');
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName;
  /** What it does, for users who do not see the icon. */
  readonly label: string;
}

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`icon-btn ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
