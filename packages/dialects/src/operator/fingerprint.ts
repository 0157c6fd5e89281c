/** The kinds of action; a `local-safe` one needs no confirmation and can carry none. */
const actionKinds = ['local-safe', 'destructive', 'protected'] as const;
export type OperatorConfirmationActionKind = (typeof actionKinds)[number];
type ProtectedActionKind = Exclude<OperatorConfirmationActionKind, 'local-safe'>;

const trustedOrigins = ['runtime-ui-confirm', 'operator-contract-review'] as const;
export type TrustedOperatorConfirmationOrigin = (typeof trustedOrigins)[number];

/** What exactly was, or is to be, confirmed. */
export interface OperatorConfirmationActionFingerprint {
  readonly actionKind: ProtectedActionKind;
  readonly toolName: string;
  /** Upstream takes null for absent, here and below. */
  readonly path?: string | null | undefined;
  readonly scope?: string | null | undefined;
  readonly payloadHash?: string | null | undefined;
}

export interface TrustedOperatorConfirmationEvidence extends OperatorConfirmationActionFingerprint {
  readonly id: string;
  readonly origin: TrustedOperatorConfirmationOrigin;
  readonly trusted: true;
  readonly createdAtIso: string;
  readonly expiresAtIso: string;
  readonly consumedAtIso?: string | undefined;
}

export interface PendingOperatorConfirmedAction extends OperatorConfirmationActionFingerprint {
  readonly nowIso: string;
}

export function isTrustedOrigin(value: unknown): value is TrustedOperatorConfirmationOrigin {
  return trustedOrigins.some(origin => origin === value);
}

export function isProtectedKind(value: unknown): value is ProtectedActionKind {
  return value === 'destructive' || value === 'protected';
}

const members = [
  ['toolName', 'tool-name-mismatch'],
  ['path', 'path-mismatch'],
  ['scope', 'scope-mismatch'],
  ['payloadHash', 'payload-hash-mismatch'],
] as const;

/** Every member that differs, by upstream's comparison: slashes of either kind are equal, outer blanks do not count. */
export function mismatchesOf(
  a: OperatorConfirmationActionFingerprint,
  b: OperatorConfirmationActionFingerprint,
): string[] {
  const kind = a.actionKind === b.actionKind ? [] : ['action-kind-mismatch'];
  return [
    ...kind,
    ...members
      .filter(([member]) => comparable(a[member]) !== comparable(b[member]))
      .map(([, reason]) => reason),
  ];
}

export function comparable(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\\', '/').trim() : '';
}
