/** One line that says what happened, and one of detail. A refusal stays until it is closed. */
export interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'note' | 'refused';
  readonly title: string;
  readonly detail?: string;
  /** Messages of one group share one toast, which counts them. */
  readonly group?: string;
  readonly count?: number;
}

const shownAtOnce = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows and announces a message. Use it for something that has happened, never for something that was only sent. */
export function showToast(toast: Omit<Toast, 'id' | 'count'>): void {
  lastId += 1;
  const before = toasts.find(({ group }) => group !== undefined && group === toast.group);
  const count = (before?.count ?? 0) + 1;
  const others = toasts.filter(each => each !== before);
  change([...others, { ...toast, count, id: lastId }].slice(-shownAtOnce));
}

export function closeToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
