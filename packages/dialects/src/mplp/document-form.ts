import { parserOf } from '@countersign/protocol/json';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { DateTime, inconsistent, MplpMetadata, Text } from './common-forms.ts';
import { type MplpConfirm, MplpConfirmStatus, MplpTargetType } from './confirm.ts';
import { fromMplpConfirm, type ImportedConfirm } from './from-confirm.ts';
import { idOfName } from './identifiers.ts';

/**
 * The Confirm as the document "Risk Confirmation Flow" prints it, which its own schema refuses: free ids, and metadata
 * in another spelling. It is read here and nowhere else, and still closed.
 */
const DocumentDecision = z.strictObject({
  decision_id: Name,
  status: z.enum(['approved', 'rejected', 'cancelled']),
  decided_by_role: Text,
  decided_at: DateTime,
  reason: Text.optional(),
});

const DocumentConfirm = z.strictObject({
  meta: z.union([
    z.strictObject({
      protocolVersion: z.string().regex(/^1\.0\.[0-9]+$/, 'expected 1.0.x'),
      source: Name,
    }),
    MplpMetadata,
  ]),
  confirm_id: Name,
  target_type: MplpTargetType,
  target_id: Name,
  status: MplpConfirmStatus,
  requested_by_role: Text,
  requested_at: DateTime,
  reason: Text.optional(),
  decisions: z.array(DocumentDecision).max(4096).optional(),
  trace: z.strictObject({ trace_id: Name, span_id: Name }).optional(),
});

/** Section 2.2: what is appended after the decision. */
const DocumentUpdate = z.strictObject({
  decisions: z.array(DocumentDecision).min(1).max(4096),
  status: MplpConfirmStatus,
});

const parseDocumentConfirm = parserOf('MplpConfirm in the form of the document', DocumentConfirm);
const parseDocumentUpdate = parserOf('update of an MplpConfirm', DocumentUpdate);

/** An import, with the names that became UUIDs: from member to name, so that the way back is known. */
export interface LenientConfirm extends ImportedConfirm {
  readonly names: Readonly<Record<string, string>>;
}

/** Reads the document's form and answers the schema's. The same names give the same ids, every time. */
export function fromDocumentConfirm(value: unknown, update?: unknown): LenientConfirm {
  const read = parseDocumentConfirm(value);
  const appended = update === undefined ? undefined : parseDocumentUpdate(update);
  const names: Record<string, string> = {};
  const id = (member: string, kind: string, name: string): string => {
    const found = idOfName(kind, name);
    if (found !== name) names[member] = name;
    return found;
  };
  const decisions = [...(read.decisions ?? []), ...(appended?.decisions ?? [])];
  const { meta, trace } = read;
  const foreign = 'protocolVersion' in meta;
  if (foreign) names['source'] = meta.source;
  const confirm: MplpConfirm = {
    meta: foreign
      ? {
          protocol_version: meta.protocolVersion,
          schema_version: meta.protocolVersion,
          created_at: read.requested_at,
          created_by: meta.source,
        }
      : meta,
    confirm_id: id('confirm_id', 'confirm', read.confirm_id),
    target_type: read.target_type,
    target_id: id('target_id', read.target_type, read.target_id),
    status: appended?.status ?? read.status,
    requested_by_role: read.requested_by_role,
    requested_at: read.requested_at,
    ...(read.reason === undefined ? {} : { reason: read.reason }),
    ...(decisions.length === 0
      ? {}
      : {
          decisions: decisions.map((decision, index) => ({
            ...decision,
            decision_id: id(`decisions.${index}`, 'decision', decision.decision_id),
          })),
        }),
    ...(trace === undefined
      ? {}
      : {
          trace: {
            trace_id: id('trace_id', 'trace', trace.trace_id),
            span_id: id('span_id', 'span', trace.span_id),
          },
        }),
  };
  return { ...fromMplpConfirm(confirm), names };
}

/** The document's form again. Names that do not belong to the ids they stand for are refused. */
export function toDocumentConfirm({ confirm, names }: LenientConfirm): unknown {
  const name = (member: string, kind: string, id: string): string => {
    const kept = names[member] ?? id;
    if (idOfName(kind, kept) === id) return kept;
    throw inconsistent('/names', `the name of ${member} is not the one its id was made of`);
  };
  const { meta, decisions, trace, ...rest } = confirm;
  const source = names['source'];
  return {
    ...rest,
    meta: source === undefined ? meta : { protocolVersion: meta.protocol_version, source },
    confirm_id: name('confirm_id', 'confirm', confirm.confirm_id),
    target_id: name('target_id', confirm.target_type, confirm.target_id),
    ...(decisions === undefined
      ? {}
      : {
          decisions: decisions.map((decision, index) => ({
            ...decision,
            decision_id: name(`decisions.${index}`, 'decision', decision.decision_id),
          })),
        }),
    ...(trace === undefined
      ? {}
      : {
          trace: {
            trace_id: name('trace_id', 'trace', trace.trace_id),
            span_id: name('span_id', 'span', trace.span_id),
          },
        }),
  };
}
