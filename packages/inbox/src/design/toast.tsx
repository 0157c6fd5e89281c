import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { designText } from '../language/english/design.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { closeToast, readToasts, subscribeToToasts, type Toast } from './toast-list.ts';

const secondsShown = 8;

/** Messages about what the store committed or refused. They cover the foot of the queue and never the card. */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <div className="toasts" role="status">
      {toasts.map(toast => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastView({ toast }: { readonly toast: Toast }): ReactNode {
  const [held, setHeld] = useState(false);
  const stays = toast.kind === 'refused' || held;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => closeToast(toast.id), secondsShown * 1000);
    return () => clearTimeout(timer);
  }, [stays, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time while the user reads it
    <div
      className={`toast toast--${toast.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.kind === 'refused' ? 'refused' : toast.kind === 'ok' ? 'check' : 'info'} />
      <div className="min-w-0">
        <b>{toast.title}</b>
        {toast.detail !== undefined && (
          <p>
            {toast.detail}
            {(toast.count ?? 1) > 1 && designText.decidedJustNow(toast.count ?? 1)}
          </p>
        )}
      </div>
      <IconButton icon="cross" label={designText.close} onClick={() => closeToast(toast.id)} />
    </div>
  );
}
