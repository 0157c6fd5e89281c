import type { Store } from './store.ts';

/** A store of which some calls take another way. Everything else is asked of the given store. */
export function overrideStore(store: Store, overrides: Partial<Store>): Store {
  return {
    commit: commit => store.commit(commit),
    readStream: (stream, after) => store.readStream(stream, after),
    findClaim: claim => store.findClaim(claim),
    listClaims: (scope, keyPrefix) => store.listClaims(scope, keyPrefix),
    readAction: digest => store.readAction(digest),
    readState: () => store.readState(),
    readClockMark: () => store.readClockMark(),
    listRequests: query => store.listRequests(query),
    countRequests: () => store.countRequests(),
    listDue: limit => store.listDue(limit),
    listSilent: limit => store.listSilent(limit),
    leaseOutbox: lease => store.leaseOutbox(lease),
    settleOutbox: settlement => store.settleOutbox(settlement),
    listDeadLetters: limit => store.listDeadLetters(limit),
    retryDeadLetter: id => store.retryDeadLetter(id),
    eraseActions: limit => store.eraseActions(limit),
    onChange: listener => store.onChange(listener),
    timeline: () => store.timeline(),
    close: () => store.close(),
    listUnsequenced: limit => store.listUnsequenced(limit),
    readLog: epoch => store.readLog(epoch),
    appendToLog: append => store.appendToLog(append),
    readLeaves: (epoch, indexes) => store.readLeaves(epoch, indexes),
    findLeaves: events => store.findLeaves(events),
    readLogRows: query => store.readLogRows(query),
    saveCheckpoint: checkpoint => store.saveCheckpoint(checkpoint),
    listUnpublished: limit => store.listUnpublished(limit),
    markPublished: checkpoint => store.markPublished(checkpoint),
    ...overrides,
  };
}
