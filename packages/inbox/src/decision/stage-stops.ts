import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import type { ChainEntry, Stage } from '@countersign/protocol/chain';

export type StopState = 'approved' | 'open' | 'waiting' | 'rejected' | 'ran';

/** One stop of the path from the question to the run. */
export interface Stop {
  readonly key: string;
  readonly state: StopState;
  readonly name: string;
  /** Person or role. */
  readonly who: string;
  /** What happened there or what is missing. */
  readonly note: string | null;
  readonly passkey: boolean;
  readonly optional: boolean;
}

interface StopInput {
  readonly representation: RequestRepresentation;
  readonly eligibility: ViewAnswer['eligibility'];
  readonly me: string;
  readonly nameOf: (personId: string) => string;
  readonly clockTime: (timestamp: string) => string;
  readonly runNote: string;
}

export function stageStops(input: StopInput): Stop[] {
  const { representation } = input;
  const stops = representation.chain.stages.map((stage, index) => stopOf(input, stage, index));
  const ran = representation.status === 'consumed';
  const run: Stop = {
    key: 'run',
    state: ran ? 'ran' : 'waiting',
    name: ran ? 'Started once' : 'Runs once',
    who: input.runNote,
    note: null,
    passkey: false,
    optional: false,
  };
  return [...stops, run];
}

function stopOf(input: StopInput, stage: Stage, index: number): Stop {
  const { representation, clockTime, nameOf, me } = input;
  const entries = representation.entries.filter(entry => entry.stage_index === index);
  const state = stateOf(representation, entries, index);
  const decided = entries.at(-1);
  const base = {
    key: `stage ${index}`,
    state,
    name: capital(stage.name),
    optional: !stage.required,
    passkey: stage.min_assurance === 'webauthn' && (state === 'open' || state === 'waiting'),
  };
  if (state === 'rejected' && decided !== undefined) {
    const who = personWords(decided.approver_identity, me, nameOf);
    return { ...base, who, note: `Rejected ${clockTime(decided.decided_at)}` };
  }
  const names = entries.map(({ approver_identity }) => personWords(approver_identity, me, nameOf));
  if (state === 'approved') {
    const verb = entries.some(({ separation }) => separation === 'self_confirm')
      ? 'Confirmed by the same person'
      : 'Approved';
    return {
      ...base,
      who: names.join(', '),
      note: `${verb} ${clockTime(decided?.decided_at ?? '')}`,
    };
  }
  const given = names.length > 0 ? `${names.join(', ')} approved` : null;
  return { ...base, who: whoWords(input, stage, state), note: missingWords(stage, entries, given) };
}

function stateOf(
  { stages, status }: RequestRepresentation,
  entries: readonly ChainEntry[],
  index: number,
): StopState {
  if (entries.some(({ decision }) => decision === 'deny')) return 'rejected';
  const state = stages[index]?.state;
  if (state === 'satisfied') return 'approved';
  return state === 'open' && status === 'pending' ? 'open' : 'waiting';
}

function whoWords(
  { eligibility, representation }: StopInput,
  stage: Stage,
  state: StopState,
): string {
  const roles = [...stage.approvers.roles].map(capital);
  const listed = stage.approvers.identities.length;
  const who =
    roles.length > 0
      ? roles.join(' or ')
      : listed === 1
        ? '1 named approver'
        : `${listed} named approvers`;
  const mine = state === 'open' && eligibility.may_decide && representation.status === 'pending';
  return mine ? `You, ${who}` : who;
}

function missingWords(
  { quorum, separation, required }: Stage,
  entries: readonly ChainEntry[],
  given: string | null,
): string | null {
  const words = [
    given,
    quorum > 1 ? `${entries.length} of ${quorum} people` : null,
    separation === 'self_confirm' ? 'May be confirmed by the same person' : null,
    required ? null : 'Optional: may reject, delays nothing',
  ].filter(word => word !== null);
  return words.length === 0 ? null : words.join('. ');
}

function personWords(id: string, me: string, nameOf: (id: string) => string): string {
  return id === me ? 'You' : nameOf(id);
}

export function capital(name: string): string {
  const words = /^[a-z][a-z0-9]*(?:[-_ ][a-z0-9]+)*$/.test(name)
    ? name.replaceAll(/[-_]/g, ' ')
    : name;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
