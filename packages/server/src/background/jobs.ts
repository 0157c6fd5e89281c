import {
  activatePolicy,
  type CheckpointSink,
  cancelAllOvertaken,
  countEvents,
  endAllLocked,
  expireDue,
  expireHoldsDue,
  indexEvents,
  loadDirectory,
  passAnchor,
  recordSilentDue,
  revokeAllLeft,
  sequenceEvents,
} from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import type { App } from '../app.ts';
import { feedOf } from '../routes/request-feed.ts';
import { operatorsOf } from '../start/policy-in-force.ts';
import type { Job } from './run-jobs.ts';

const eraseLimit = 500;
const expireLimit = 200;

/** The background work of every replica, without the deliveries. */
export function createJobs(app: App, sink: CheckpointSink): readonly Job[] {
  const { context, signer, metrics } = app;
  return [
    {
      name: 'expire',
      everyMilliseconds: 1000,
      run: async () => must(await expireDue(context, expireLimit)).length >= expireLimit,
    },
    {
      name: 'silence',
      everyMilliseconds: 2000,
      run: async () => must(await recordSilentDue(context, expireLimit)).length >= expireLimit,
    },
    {
      name: 'holds',
      everyMilliseconds: 2000,
      run: async () => must(await expireHoldsDue(context, expireLimit)).length >= expireLimit,
    },
    {
      name: 'sequence',
      everyMilliseconds: 200,
      run: async () => {
        // Others may have seen more of the log than a restored store has. Such a store must not continue the log.
        must(await passAnchor(context));
        const ports = { store: context.store, signer: signer.noteSigner(app.logName), sink };
        const { added, more, unpublished } = must(await sequenceEvents(ports));
        metrics.sequenced(added);
        if (unpublished !== null) throw new Error(`a checkpoint was not published: ${unpublished}`);
        return more;
      },
    },
    {
      name: 'insights',
      everyMilliseconds: 1000,
      run: () => countEvents(context),
    },
    {
      name: 'search',
      everyMilliseconds: 500,
      run: () => indexEvents(context),
    },
    {
      name: 'keys',
      everyMilliseconds: 30_000,
      run: async () => {
        await signer.reload();
        return false;
      },
    },
    {
      name: 'policy',
      everyMilliseconds: 2000,
      run: followingFiles(app),
    },
    {
      name: 'overtaken',
      isSweep: true,
      everyMilliseconds: 5000,
      run: cancelling(app),
    },
    {
      name: 'standing',
      isSweep: true,
      everyMilliseconds: 5000,
      run: revoking(app),
    },
    {
      name: 'locks',
      isSweep: true,
      everyMilliseconds: 2000,
      run: ending(app),
    },
    {
      name: 'erase',
      isSweep: true,
      everyMilliseconds: 60_000,
      run: async () => (await context.store.eraseActions(eraseLimit)) >= eraseLimit,
    },
    {
      name: 'gauges',
      everyMilliseconds: 5000,
      run: async () => {
        const { pending = 0 } = await context.store.countRequests();
        metrics.setPending(pending);
        metrics.setDeadLetters((await context.store.listDeadLetters(1000)).length);
        metrics.setLogLag((await context.store.listUnsequenced(1000)).length);
        return false;
      },
    },
  ];
}

/**
 * Reads the policy files again. A problem in them is logged once, and once more when the files are whole again. Until
 * then the rules in force stay, and operators see the problem on every page.
 */
function followingFiles(app: App): Job['run'] {
  const { context, policySource, log } = app;
  let told = '';
  return async () => {
    must(await policySource.follow(context));
    const { state } = await loadDirectory(context);
    const { problems, taken } = await policySource.look(state, context.people, operatorsOf(state));
    if (taken) must(await activatePolicy(context));
    const found = problems.join('; ');
    if (taken || found !== told) feedOf(app).tellPeople();
    if (found === told) return false;
    told = found;
    if (found === '') log.info('the policy files are whole again');
    else log.warn(`the policy files have problems, and the rules in force stay: ${found}`);
    return false;
  };
}

/** Goes through the pending requests once after each change of policy, page by page. */
function cancelling(app: App): Job['run'] {
  let settledFor: string | null = null;
  let after: string | null = null;
  return async () => {
    const { policyVersion } = await app.context.store.readState();
    if (after === null && settledFor === policyVersion) return false;
    after = must(await cancelAllOvertaken(app.context, after ?? undefined));
    if (after === null) settledFor = policyVersion;
    return after !== null;
  };
}

/** Goes through the open approvals once after each change of the directory, page by page. */
function revoking({ context }: App): Job['run'] {
  let settledFor = 0;
  let after: string | null = null;
  let changed = 0;
  return async () => {
    if (after === null) changed = (await loadDirectory(context)).version;
    if (after === null && settledFor === changed) return false;
    after = must(await revokeAllLeft(context, after ?? undefined));
    if (after === null) settledFor = changed;
    return after !== null;
  };
}

/** Goes through the open requests once after each change of the directory in which there is a lock, page by page. */
function ending({ context }: App): Job['run'] {
  let settledFor = 0;
  let after: string | null = null;
  let changed = 0;
  return async () => {
    if (after === null) {
      const { state, version } = await loadDirectory(context);
      if (settledFor === version || state.locks.size === 0) return false;
      changed = version;
    }
    after = must(await endAllLocked(context, after ?? undefined));
    if (after === null) settledFor = changed;
    return after !== null;
  };
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.refusal.code}: ${result.refusal.detail}`);
}
