import {
  ApprovalRequestId,
  ApprovalResolutionId,
  ChainEntryId,
  GrantId,
  IntentId,
  idFromUuid,
  PolicyDecisionId,
  uuidFromId,
} from '@countersign/protocol/value';
import type * as z from 'zod';
import { derivedId } from '../mplp/identifiers.ts';

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * What each thing is called there and here. Both names carry the same UUID, so that neither side has to remember the
 * other's. An artifact and its nonce are one grant: using either up uses up both.
 */
const kinds = {
  request: { theirs: 'approval-request', ours: 'ar', schema: ApprovalRequestId },
  intent: { theirs: 'intent', ours: 'intent', schema: IntentId },
  artifact: { theirs: 'approved-artifact', ours: 'grant', schema: GrantId },
  nonce: { theirs: 'approval-nonce', ours: 'grant', schema: GrantId },
  entry: { theirs: 'approval-record', ours: 'ace', schema: ChainEntryId },
  resolution: { theirs: 'approval-record', ours: 'apr', schema: ApprovalResolutionId },
  decision: { theirs: 'decision', ours: 'pd', schema: PolicyDecisionId },
} as const;
export type FlowIdKind = keyof typeof kinds;

type OurId<K extends FlowIdKind> = z.infer<(typeof kinds)[K]['schema']>;

export function toFlowId(kind: FlowIdKind, id: string): string {
  return `${kinds[kind].theirs}:${uuidFromId(id)}`;
}

/** Null where the name is not of upstream's own making, `kind:` and a UUID v4. */
export function fromFlowId<K extends FlowIdKind>(kind: K, name: string): OurId<K> | null {
  const { theirs, ours, schema } = kinds[kind];
  const uuid = name.startsWith(`${theirs}:`) ? name.slice(theirs.length + 1) : '';
  return uuidForm.test(uuid) ? (idFromUuid(schema, ours, uuid) as OurId<K>) : null;
}

/** An id for any name: the same UUID where it carries one, and otherwise one that is made of the name's digest. */
export function idForName<K extends FlowIdKind>(kind: K, name: string): OurId<K> {
  const { ours, schema } = kinds[kind];
  const derived = () => derivedId(`approval-flow/${kind}`, name);
  return fromFlowId(kind, name) ?? (idFromUuid(schema, ours, derived()) as OurId<K>);
}

/** Where a request keeps names that its own ids do not carry; they are covered by its input digest. */
export const externalIdNames = {
  request: 'approval_flow.approval_request_id',
  intent: 'approval_flow.intent_id',
  decision: 'approval_flow.policy_decision_id',
} as const;

/** The foreign names that have to be kept because they cannot be read off ours. */
export function foreignNames(
  names: Readonly<Record<keyof typeof externalIdNames, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(externalIdNames).flatMap(([kind, external]) => {
      const name = names[kind as keyof typeof externalIdNames];
      return fromFlowId(kind as keyof typeof externalIdNames, name) === null
        ? [[external, name]]
        : [];
    }),
  );
}
