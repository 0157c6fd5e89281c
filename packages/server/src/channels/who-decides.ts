import {
  type Context,
  listInbox,
  loadDirectory,
  readProfile,
  readRequest,
} from '@countersign/coordinator';
import {
  everyoneOf,
  isListed,
  judgeDelegate,
  judgeEligibility,
  type RecordedBehalf,
  type Stage,
  voicesOf,
} from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { activePerson, type LentRoles, type Profile } from '@countersign/protocol/directory';
import type { OpenedRequest } from '@countersign/protocol/request';
import { openStageOf } from '../routes/request-representation.ts';

/**
 * The people who could decide a stage of a request, as the directory is now: in their own name, or on behalf of a person
 * who lends them a role (DG-2). Whose voice was heard before does not decide again.
 */
export async function decidersOf(
  { people, clock }: Pick<Context, 'people' | 'clock'>,
  { entries, parties }: Pick<OpenedRequest, 'entries' | 'parties'>,
  stage: Stage,
): Promise<string[]> {
  const heard = new Set(entries.flatMap(voicesOf));
  const approvers = (await people.directory()).filter(
    ({ kind, identity }) => kind === 'human' && !heard.has(identity),
  );
  const found = new Set(
    approvers
      .filter(approver => judgeEligibility(stage, approver, parties).ok)
      .map(({ identity }) => identity),
  );
  const { lent } = (await people.lending?.(clock.now())) ?? { lent: [] };
  for (const behalf of lent) {
    const delegate = approvers.find(({ identity }) => identity === behalf.delegate_id);
    if (delegate === undefined || heard.has(behalf.person_id)) continue;
    if (judgeDelegate(stage, delegate, asRecorded(behalf), parties, 'allow').ok) {
      found.add(delegate.identity);
    }
  }
  return [...found];
}

/** Everyone active whom any stage of the chain lists, at any time, whatever person the action is about (BG-3). */
export async function listedPeople(
  { people }: Pick<Context, 'people'>,
  { chain }: Pick<OpenedRequest, 'chain'>,
): Promise<string[]> {
  const listed = chain.stages.map(everyoneOf);
  return (await people.directory()).flatMap(approver =>
    approver.kind === 'human' && listed.some(approvers => isListed(approvers, approver))
      ? [approver.identity]
      : [],
  );
}

/** What an entry says of a delegation. */
export function asRecorded({ delegation_id, person_id, roles }: LentRoles): RecordedBehalf {
  return { delegation_id, person_id, roles: [...roles] };
}

/** A pending request, the stage that it waits for and the people who could decide that. */
export interface Waiting {
  readonly state: OpenedRequest;
  readonly stage: { readonly name: string; readonly index: number };
  readonly deciders: readonly string[];
}

/** Null where the request no longer waits. Throws where it cannot be read; the message is then tried again. */
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
