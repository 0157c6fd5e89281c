import { ProtocolError } from '@countersign/protocol/reason';
import { overrideStore } from './override-store.ts';
import type { Store } from './store.ts';
import { aheadSecondsMax, type TimeWatch } from './time-watch.ts';

/**
 * A store that writes nothing while its clock is implausibly far ahead (TM-8). One commit at such a time would be kept
 * as the latest time, and every later commit at the right time would be refused. For a commit the store itself
 * compares, as the commit ends. For other writes, this wrapper compares before they begin.
 */
export function plausibleStore(store: Store, watch: TimeWatch): Store {
  const assertPlausible = async (): Promise<void> => {
    if ((await store.readState()).now >= watch.latest()) throw ahead();
  };
  return overrideStore(store, {
    commit: async commit => {
      const latest = watch.latest();
      if (commit.notAfter !== undefined && commit.notAfter <= latest) return store.commit(commit);
      const result = await store.commit({ ...commit, notAfter: latest });
      if (result.outcome === 'too_late') throw ahead();
      return result;
    },
    enqueue: async messages => {
      await assertPlausible();
      return store.enqueue(messages);
    },
    leaseOutbox: async lease => {
      await assertPlausible();
      return store.leaseOutbox(lease);
    },
    settleOutbox: async settlement => {
      await assertPlausible();
      return store.settleOutbox(settlement);
    },
    eraseActions: async limit => {
      await assertPlausible();
      return store.eraseActions(limit);
    },
    appendToLog: async append => {
      await assertPlausible();
      return store.appendToLog(append);
    },
    saveCheckpoint: async checkpoint => {
      await assertPlausible();
      return store.saveCheckpoint(checkpoint);
    },
  });
}

function ahead(): ProtocolError {
  return new ProtocolError(
    'clock_ahead',
    '',
    `expected the store's clock to move with the time that passed, found it more than ${aheadSecondsMax} seconds ahead`,
  );
}
