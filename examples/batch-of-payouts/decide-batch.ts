// What the batch page of the inbox does: it works out every row from the bytes of its action, and one touch of the passkey
// signs the tree over all decisions.
import { randomUUID } from 'node:crypto';
import {
  batchChallenge,
  batchTree,
  batchViewDigest,
  parseEntrySubmission,
  reasonDigest,
} from '@countersign/protocol/chain';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import { checkShown } from '@countersign/protocol/view';
import type { PasskeyPerson } from '../wire-transfer/passkey-person.ts';

interface Row {
  readonly id: string;
  readonly alone: readonly string[];
  readonly request: ApprovalRequest;
  readonly input_digest: ReturnType<typeof digestsOf>['input_digest'];
  readonly view_digest: ReturnType<typeof digestsOf>['view_digest'];
}

interface Table {
  readonly rows: readonly Row[];
  readonly nonce: string;
  readonly store_id: string;
  readonly epoch: number;
  readonly stage_index: number;
}

interface Answered {
  readonly rows: readonly {
    readonly representation: Parameters<typeof checkShown>[0]['representation'];
    readonly action_text: string | null;
    readonly input_digest: string;
    readonly view_digest: string | null;
    readonly short_code: string | null;
    readonly alone: readonly string[];
  }[];
  readonly nonce: string;
  readonly store_id: string;
  readonly epoch: number;
  readonly stage_index: number;
}

export async function readBatch(
  person: PasskeyPerson,
  agent: string,
  tool: string,
): Promise<Table> {
  const query = new URLSearchParams({ agent_id: agent, tool_name: tool });
  const answer = await person.get<Answered>(`/v1/batches?${query}`);
  return { ...answer, rows: answer.rows.map(rowOf) };
}

function rowOf({ representation, alone, ...view }: Answered['rows'][number]): Row {
  const shown = digestsOf(representation, view);
  return { id: shown.request.approval_request_id, alone, ...shown };
}

function digestsOf(
  representation: Answered['rows'][number]['representation'],
  view: Omit<Answered['rows'][number], 'representation' | 'alone'>,
) {
  const { approval_request_id, policy_decision } = representation;
  const { action_digest } = policy_decision;
  const shown = checkShown({
    asked: approval_request_id,
    representation,
    view: { ...view, approval_request_id, action_digest },
  });
  if (!shown.ok) throw new Error(`the server shows something else: ${shown.code}`);
  return {
    request: shown.request,
    input_digest: shown.inputDigest,
    view_digest: shown.viewDigest,
  };
}

export async function decideBatch(
  person: PasskeyPerson,
  { nonce, store_id, epoch, stage_index }: Table,
  rows: readonly Row[],
): Promise<{ readonly code: string; readonly detail: string; readonly statuses: string[] }> {
  const entries = rows.map(({ input_digest, view_digest }) =>
    parseEntrySubmission({
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
      stage_index,
      decision: 'allow',
      reason_code: 'reviewed',
      input_digest,
      view_digest,
    }),
  );
  const signs = { store_id: store_id as never, epoch, approver_identity: person.id };
  const tree = batchTree(
    rows.map(({ request, input_digest, view_digest }, index) => {
      const entry = entries[index];
      if (entry === undefined) throw new RangeError('expected an entry for each row');
      return {
        ...signs,
        approval_request_id: request.approval_request_id,
        input_digest,
        view_digest,
        stage_index,
        chain_entry_id: entry.chain_entry_id,
        decision: 'allow' as const,
        reason_digest: reasonDigest(entry),
        execute_within_seconds: request.execute_within_seconds,
      };
    }),
  );
  const batch_view_digest = batchViewDigest(
    rows.map(({ request, view_digest }) => ({
      approval_request_id: request.approval_request_id,
      view_digest,
    })),
  );
  const whole = { root: tree.root, count: rows.length, batch_view_digest };
  const signed = person.sign(batchChallenge({ ...signs, ...whole, nonce }));
  const body = {
    rows: rows.map(({ id }, index) => ({
      approval_request_id: id,
      entry: {
        ...entries[index],
        assertion: { ...signed, nonce, batch: { ...whole, ...tree.places[index] } },
      },
    })),
  };
  const sent = await person.post('/v1/batches', body);
  const {
    code = 'recorded',
    detail = '',
    requests = [],
  } = sent as {
    code?: string;
    detail?: string;
    requests?: { status: string }[];
  };
  return { code, detail, statuses: requests.map(({ status }) => status) };
}
