import {
  type Context,
  listInbox,
  loadDirectory,
  readProfile,
  readRequest,
} from '@countersign/coordinator';
import { judgeEligibility, type Stage } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { activePerson, type Profile } from '@countersign/protocol/directory';
import type { OpenedRequest } from '@countersign/protocol/request';
import { openStageOf } from '../routes/request-representation.ts';

/** The people who could decide a stage of a request, as the directory is now. People who decided before are not. */
export async function decidersOf(
  context: Pick<Context, 'people'>,
  { entries, parties }: Pick<OpenedRequest, 'entries' | 'parties'>,
  stage: Stage,
): Promise<string[]> {
  const decided = new Set(entries.map(entry => entry.approver_identity));
  return (await context.people.directory()).flatMap(approver =>
    approver.kind === 'human' &&
    !decided.has(approver.identity) &&
    judgeEligibility(stage, approver, parties).ok
      ? [approver.identity]
      : [],
  );
}

/** A pending request, the stage that it waits for and the people who could decide that. */
export interface Waiting {
  readonly state: OpenedRequest;
  readonly stage: { readonly name: string; readonly index: number };
  readonly deciders: readonly string[];
}

/** Null where the request waits no more. Throws where it cannot be read, so that it is tried again. */
export async function readWaiting(context: Context, id: string): Promise<Waiting | null> {
  const read = await readRequest(context, id);
  if (!read.ok) {
    if (read.refusal.code === 'request_not_found') return null;
    throw new Error(read.refusal.detail);
  }
  const { state } = read.value;
  const open = openStageOf(state, context.clock.now());
  if (open === null) return null;
  const { stage, stage_index } = open;
  const deciders = await decidersOf(context, state, stage);
  return { state, stage: { name: stage.name, index: stage_index }, deciders };
}

/** The name and address of an active person; null where there is none. */
export async function profileOf(context: Context, personId: string): Promise<Profile | null> {
  const { state } = await loadDirectory(context, { fresh: false });
  const digest = activePerson(state, personId)?.profile_digest ?? null;
  return digest === null ? null : readProfile(context, digest as Digest);
}

const pageSize = 200;
const lookedAtMax = 1000;

/** What waits for a person, soonest deadline first; `isMore` where not everything was looked at. */
export async function waitingFor(
  context: Context,
  personId: string,
  max: number = lookedAtMax,
): Promise<{ readonly waiting: readonly Waiting[]; readonly isMore: boolean }> {
  const waiting: Waiting[] = [];
  let after: string | null = null;
  for (let seen = 0; seen < lookedAtMax; seen += pageSize) {
    const page = await listInbox(context, {
      status: 'pending',
      order: 'due',
      limit: pageSize,
      ...(after === null ? {} : { after }),
    });
    if (!page.ok) throw new Error(page.refusal.detail);
    for (const { approval_request_id } of page.value.rows) {
      const found = await readWaiting(context, approval_request_id);
      if (found?.deciders.includes(personId) === true) waiting.push(found);
      if (waiting.length >= max) return { waiting, isMore: true };
    }
    after = page.value.next;
    if (after === null) return { waiting, isMore: false };
  }
  return { waiting, isMore: true };
}
