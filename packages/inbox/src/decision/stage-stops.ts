import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import type { ChainEntry, Stage } from '@countersign/protocol/chain';
import { decisionText } from '../language/english/decision.ts';
import { capital } from './capital.ts';
import { joinersWords, joiningWords } from './joining-words.ts';

export { capital };

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
  /** The time now, to tell those who have joined a stage from those who will. */
  readonly now: string;
}

export function stageStops(input: StopInput): Stop[] {
  const { representation } = input;
  const stops = representation.chain.stages.map((stage, index) => stopOf(input, stage, index));
  const ran = representation.status === 'consumed';
  const run: Stop = {
    key: 'run',
    state: ran ? 'ran' : 'waiting',
    name: ran ? decisionText.startedOnce : decisionText.runsOnce,
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
    return { ...base, who, note: decisionText.rejectedAt(clockTime(decided.decided_at)) };
  }
  const names = entries.map(({ approver_identity }) => personWords(approver_identity, me, nameOf));
  if (state === 'approved') {
    const verb = entries.some(({ separation }) => separation === 'self_confirm')
      ? decisionText.confirmedSame
      : decisionText.approved;
    return {
      ...base,
      who: names.join(', '),
      note: `${verb} ${clockTime(decided?.decided_at ?? '')}`,
    };
  }
  const given = names.length > 0 ? decisionText.haveApproved(names.join(', ')) : null;
  const joining = joiningWords(stage, representation.request, input.now, clockTime);
  const missing = missingWords(stage, entries, [given, ...joining]);
  return { ...base, who: whoWords(input, stage, state), note: missing };
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
  const who = roles.length > 0 ? roles.join(decisionText.or) : joinersWords(stage);
  const mine = state === 'open' && eligibility.may_decide && representation.status === 'pending';
  return mine ? decisionText.youAnd(who) : who;
}

function missingWords(
  { quorum, separation, required }: Stage,
  entries: readonly ChainEntry[],
  said: readonly (string | null)[],
): string | null {
  const words = [
    ...said,
    quorum > 1 ? decisionText.ofPeople(entries.length, quorum) : null,
    separation === 'self_confirm' ? decisionText.maySelfConfirm : null,
    required ? null : decisionText.optional,
  ].filter(word => word !== null);
  return words.length === 0 ? null : words.join('. ');
}

function personWords(id: string, me: string, nameOf: (id: string) => string): string {
  return id === me ? decisionText.you : nameOf(id);
}
