import { emptyDirectory } from '@countersign/protocol/directory';
import {
  absentGuard,
  decideGuard,
  evolveGuard,
  type GuardCommand,
  type GuardEvent,
  type GuardState,
} from '@countersign/protocol/guard';
import { accept, type Result } from '@countersign/protocol/reason';
import { type Actor, addSeconds, Name } from '@countersign/protocol/value';
import { takeBytes } from './byte-quota.ts';
import { changeStream } from './change-stream.ts';
import type { ClaimTaken } from './commit.ts';
import type { Context } from './context.ts';
import { loadDirectory } from './directory/load-directory.ts';
import { failClosed } from './fail-closed.ts';
import { loadStream } from './load-stream.ts';
import { guardStream, storeStream } from './stream-name.ts';

const folding = { initial: absentGuard, evolve: evolveGuard };

/** A guard, and the agent whose calls it judges. */
export interface ListedGuard {
  readonly agent_id: string;
  readonly state: GuardState;
}

/** A machine reports, is seen or is forgotten, or a person pauses the guard of an agent or ends the pause (PA-1). */
export function changeGuard(
  context: Context,
  command: GuardCommand,
  by: Actor,
): Promise<Result<GuardState>> {
  return failClosed(async () => {
    const agent_id = Name.parse(
      command.type === 'report' ? command.report.agent_id : command.agent_id,
    );
    const kept = await takeReported(context, agent_id, command);
    if (!kept.ok) return kept;
    let directory = emptyDirectory;
    const pauses = command.type === 'pause';
    const now = context.clock.now();
    return changeStream<GuardState, GuardEvent>(context, {
      stream: guardStream(agent_id),
      folding,
      // Who may pause was read from the directory. Another version of it loses the commit.
      pass: async () => {
        const loaded = await loadDirectory(context);
        directory = loaded.state;
        return accept(pauses ? [{ stream: storeStream, version: loaded.version }] : []);
      },
      decide: (state, at) => decideGuard(state, { ...command, by }, directory, at),
      claims: [
        { scope: 'guard', key: agent_id, until: null },
        ...kept.value,
        ...(pauses
          ? [{ scope: 'pause', key: agent_id, until: addSeconds(now, command.seconds) } as const]
          : []),
      ],
      onClaimTaken: () => ({
        code: 'commit_contended',
        detail: 'another process took the bytes of this agent first',
      }),
      claimEnds: () =>
        command.type === 'resume' || command.type === 'forget'
          ? [{ scope: 'pause', key: agent_id, until: now }]
          : [],
    });
  });
}

/** A report is kept with its words, which count among the bytes of the agent (HI-5). */
function takeReported(
  context: Context,
  agent_id: string,
  command: GuardCommand,
): Promise<Result<readonly ClaimTaken[]>> {
  if (command.type !== 'report') return Promise.resolve(accept([]));
  return takeBytes(context, agent_id, 512 + JSON.stringify(command.report).length);
}

export async function loadGuard(
  { store }: Pick<Context, 'store'>,
  agent_id: string,
): Promise<GuardState> {
  const { state } = await loadStream<GuardState, GuardEvent>(store, guardStream(agent_id), folding);
  return state;
}

/** Every guard that reported or asked, and was not forgotten. */
export async function listGuards(context: Pick<Context, 'store'>): Promise<readonly ListedGuard[]> {
  const claims = await context.store.listClaims('guard', '');
  const guards: ListedGuard[] = [];
  for (const { key } of claims) {
    const state = await loadGuard(context, key);
    if (state.agent !== null) guards.push({ agent_id: key, state });
  }
  return guards;
}
