import { type ListedGuard, listUnasked, pauseNote } from '@countersign/coordinator';
import { type DirectoryState, ownerOf } from '@countersign/protocol/directory';
import { type Pause, pauseAt } from '@countersign/protocol/guard';
import { addSeconds, operatorRole, type Timestamp } from '@countersign/protocol/value';
import { type GuardFacts, guardStates, type PauseFacts } from '@countersign/wire/guards';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { personName } from './person-name.ts';

/** A guard that is silent for longer than this is no longer called guarded. */
const silentSeconds = 7 * 86_400;
const countedMax = 200;

/** A guard as people read it. Every word of it is what its machine reported. */
export async function representGuard(
  app: App,
  directory: DirectoryState,
  { agent_id, state: { agent, report, reported_at, seen_at, ...guard } }: ListedGuard,
  caller: Caller,
  heard: Timestamp | null,
): Promise<GuardFacts> {
  const now = app.context.clock.now();
  const seen = heard !== null && (seen_at === null || heard > seen_at) ? heard : seen_at;
  const pause = pauseAt({ agent, report, reported_at, seen_at, ...guard }, now);
  const owner = ownerOf(directory, agent_id);
  const isSilent = seen === null || addSeconds(seen, silentSeconds) <= now;
  const facts = reportFacts(report);
  return {
    agent_id,
    agent: agent ?? '',
    agent_version: report?.agent_version ?? null,
    machine: report?.machine ?? null,
    owner_name: owner === null ? null : await personName(app, directory, owner),
    state: pause !== null ? 'paused' : isSilent ? 'not_seen' : facts.state,
    why: facts.why,
    proof: report?.proof ?? null,
    checked_at: reported_at,
    seen_at: seen,
    pause: pause === null ? null : await representPause(app, directory, agent_id, pause),
    may_change:
      caller.kind === 'person' &&
      (caller.person_id === owner || caller.principal.roles.includes(operatorRole)),
  };
}

/** Only a canary that the agent itself made proves that it is guarded. */
function reportFacts(report: ListedGuard['state']['report']): Pick<GuardFacts, 'state'> & {
  readonly why: string[];
} {
  if (report === null) return { state: 'not_checked', why: [] };
  const { state, proof } = report;
  const why = [...report.why];
  if (state !== 'guarded' || proof === 'canary') return { state, why };
  return {
    state: 'guarded_with_a_gap',
    why: [...why, 'only its settings were read: the agent itself made no canary call'],
  };
}

async function representPause(
  app: App,
  directory: DirectoryState,
  agentId: string,
  { reason, began_at, ends_at, by }: Pause,
): Promise<PauseFacts> {
  const { rows, next } = await listUnasked(app.context, { agentId, limit: countedMax });
  const since = rows.filter(({ answer }) => answer.at >= began_at);
  const passed = since.filter(({ answer }) =>
    answer.data.decision.annotations.some(({ policy_rule_id }) => policy_rule_id === pauseNote),
  );
  return {
    reason,
    began_at,
    ends_at,
    by_name: await personName(app, directory, by.identity),
    calls: passed.length,
    is_counted: since.length < rows.length || next === null,
  };
}

/** The worst first, and then by name. */
export function byState(one: GuardFacts, other: GuardFacts): number {
  const order = guardStates.indexOf(one.state) - guardStates.indexOf(other.state);
  return order !== 0 ? order : one.agent_id < other.agent_id ? -1 : 1;
}
