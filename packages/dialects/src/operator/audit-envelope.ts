import {
  consumeTrustedOperatorConfirmationEvidence,
  type OperatorConfirmationEvidenceDecision,
  type OperatorConfirmationEvidenceMatch,
  resolveOperatorConfirmationEvidenceMatch,
} from './evidence-match.ts';
import {
  isProtectedKind,
  isTrustedOrigin,
  type OperatorConfirmationActionFingerprint,
  type PendingOperatorConfirmedAction,
  type TrustedOperatorConfirmationEvidence,
  type TrustedOperatorConfirmationOrigin,
} from './fingerprint.ts';
import { inOneWord, type NonAuthorizing, nonAuthorizing, summaryLine } from './non-authorizing.ts';

const envelopeType = 'operator-confirmation-evidence';

export interface TrustedOperatorConfirmationAuditEnvelope {
  readonly customType: typeof envelopeType;
  /** For people who read a log. Nothing ever reads it back: text is not evidence. */
  readonly content: string;
  readonly display: false;
  readonly details: NonAuthorizing &
    OperatorConfirmationActionFingerprint & {
      readonly evidenceId: string;
      readonly decision: OperatorConfirmationEvidenceDecision;
      readonly origin: TrustedOperatorConfirmationOrigin;
      readonly createdAtIso: string;
      readonly expiresAtIso: string;
      readonly consumedAtIso?: string | undefined;
      readonly reasons: string[];
    };
}

export interface TrustedOperatorConfirmationEnvelopeConsumption extends NonAuthorizing {
  readonly decision: 'consumed' | 'rejected';
  readonly reasons: string[];
  readonly match: OperatorConfirmationEvidenceMatch;
  readonly evidence?: TrustedOperatorConfirmationEvidence;
  readonly envelope?: TrustedOperatorConfirmationAuditEnvelope;
  readonly summary: string;
}

const textMax = 160;
const hashMax = 96;
const reasonsMax = 8;

export function buildTrustedOperatorConfirmationAuditEnvelope(
  evidence: TrustedOperatorConfirmationEvidence,
  match: OperatorConfirmationEvidenceMatch,
): TrustedOperatorConfirmationAuditEnvelope {
  const { id, origin, actionKind, toolName, createdAtIso, expiresAtIso } = evidence;
  const path = shortened(evidence.path, textMax);
  const scope = shortened(evidence.scope, textMax);
  const words = [
    ['decision', match.decision],
    ['id', id],
    ['tool', toolName],
    ...(path === undefined ? [] : [['path', path] as const]),
    ...(scope === undefined ? [] : [['scope', scope] as const]),
    ['dispatch', 'no'],
    ['override', 'no'],
  ] as const;
  return {
    customType: envelopeType,
    content: summaryLine(envelopeType, words),
    display: false,
    details: {
      ...nonAuthorizing,
      evidenceId: id,
      decision: match.decision,
      origin,
      actionKind,
      toolName,
      path,
      scope,
      payloadHash: shortened(evidence.payloadHash, hashMax),
      createdAtIso,
      expiresAtIso,
      consumedAtIso: evidence.consumedAtIso,
      reasons: match.reasons.slice(0, reasonsMax),
    },
  };
}

/** The evidence that an envelope carries, where it is one in every member. Its text is not looked at. */
export function extractTrustedOperatorConfirmationEvidenceFromEnvelope(
  envelope: unknown,
): TrustedOperatorConfirmationEvidence | undefined {
  const outer = membersOf(envelope);
  const details = membersOf(outer?.get('details'));
  if (outer?.get('customType') !== envelopeType || outer.get('display') !== false) return undefined;
  if (details === undefined || !permitsNothing(details)) return undefined;
  const origin = details.get('origin');
  const actionKind = details.get('actionKind');
  if (!isTrustedOrigin(origin) || !isProtectedKind(actionKind)) return undefined;
  const id = textOf(details, 'evidenceId');
  const toolName = textOf(details, 'toolName');
  const createdAtIso = textOf(details, 'createdAtIso');
  const expiresAtIso = textOf(details, 'expiresAtIso');
  if (id === undefined || toolName === undefined) return undefined;
  if (createdAtIso === undefined || expiresAtIso === undefined) return undefined;
  return {
    id,
    origin,
    trusted: true,
    actionKind,
    toolName,
    path: textOf(details, 'path'),
    scope: textOf(details, 'scope'),
    payloadHash: textOf(details, 'payloadHash'),
    createdAtIso,
    expiresAtIso,
    consumedAtIso: textOf(details, 'consumedAtIso'),
  };
}

/**
 * Upstream's pure form: it answers with a consumed copy. A holder of the first envelope can show it again, so this
 * is for inspection, and `consumeOperatorConfirmation` of `runtime` is for use.
 */
export function consumeTrustedOperatorConfirmationAuditEnvelope(
  envelope: unknown,
  pending: PendingOperatorConfirmedAction,
): TrustedOperatorConfirmationEnvelopeConsumption {
  const evidence = extractTrustedOperatorConfirmationEvidenceFromEnvelope(envelope);
  if (evidence === undefined) {
    const missing = resolveOperatorConfirmationEvidenceMatch(undefined, pending);
    return rejected(['confirmation-envelope-invalid-or-untrusted'], missing);
  }
  const {
    ok,
    evidence: consumed,
    match,
  } = consumeTrustedOperatorConfirmationEvidence(evidence, pending);
  if (!ok) return { ...rejected(match.reasons, match), evidence };
  const reasons = ['trusted-envelope-consumed', 'confirmation-single-use'];
  return {
    ...nonAuthorizing,
    decision: 'consumed',
    reasons,
    match,
    evidence: consumed,
    envelope: buildTrustedOperatorConfirmationAuditEnvelope(consumed, match),
    summary: consumptionSummary('consumed', reasons),
  };
}

export function rejected(
  reasons: string[],
  match: OperatorConfirmationEvidenceMatch,
): TrustedOperatorConfirmationEnvelopeConsumption {
  return {
    ...nonAuthorizing,
    decision: 'rejected',
    reasons,
    match,
    summary: consumptionSummary('rejected', reasons),
  };
}

export function consumptionSummary(
  decision: 'consumed' | 'rejected',
  reasons: readonly string[],
): string {
  return summaryLine('operator-confirmation-envelope-consume', [
    ['decision', decision],
    ['dispatch', 'no'],
    ['override', 'no'],
    ['reasons', inOneWord(reasons)],
  ]);
}

/** The own members of an object, each read once. One whose reading fails is no envelope. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return Array.isArray(value) ? undefined : new Map(Object.entries(value));
  } catch {
    return undefined;
  }
}

function permitsNothing(details: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(nonAuthorizing).every(([name, value]) => details.get(name) === value);
}

function textOf(details: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = details.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function shortened(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length > max ? `${value.slice(0, max)}…` : value;
}
