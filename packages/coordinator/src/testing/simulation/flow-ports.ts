import { sign } from 'node:crypto';
import { assembleJws, importPublicKey, jwsSigningInput } from '@countersign/protocol/crypto';
import type { Evaluation } from '@countersign/protocol/request';
import type { Context } from '../../context.ts';
import { directoryPeople } from '../../directory/directory-people.ts';
import type { Anchor, Policies, Signer } from '../../ports.ts';
import type { Store } from '../../store.ts';
import {
  allowanceChainId,
  allowanceLimits,
  amendTerms,
  chainFor,
  directory as everyone,
  keyFromText,
  origin,
  passkeys,
  people,
  relyingParty,
  verdictOf,
} from './cast.ts';
import type { SimulatedAction } from './check-opened.ts';
import type { Circumstances } from './ledger.ts';
import { short } from './operation.ts';
import type { Flow, Scheduler } from './scheduler.ts';

/** The ports of one use case: each call waits for its turn. They share what their process remembers. */
export function contextFor(
  flow: Flow,
  scheduler: Scheduler,
  process: { readonly context: Context; readonly hints: Set<(stream: string) => void> },
  circumstances: Circumstances,
): Context {
  const { context, hints } = process;
  const store = storeFor(flow, scheduler, context.store, hints);
  return {
    ...context,
    store,
    clock: {
      now: () => context.clock.now(),
      pause: (milliseconds, signal) => pause(flow, scheduler, context, milliseconds, signal),
    },
    policies: {
      ...context.policies,
      evaluate: (action, facts) =>
        scheduler.call(flow, 'other', 'evaluate', () => context.policies.evaluate(action, facts)),
    },
    people: circumstances.staffed
      ? directoryPeople({ store }, { origin, rpId: relyingParty })
      : {
          // People do not leave in such a world, so this takes no turn.
          present: async () => ({ approvers: everyone, version: null }),
          directory: () =>
            scheduler.call(flow, 'other', 'directory', () => [...circumstances.directory] as never),
          parties: about => scheduler.call(flow, 'other', 'parties', () => partiesOf(about)),
          passkeyTrust: identities =>
            scheduler.call(flow, 'other', 'passkeys', () => ({
              origin,
              rp_id: relyingParty,
              passkeys: passkeys
                .map(({ registered }) => registered)
                .filter(({ person_id }) => identities.includes(person_id)),
            })),
        },
    anchor: anchorFor(flow, scheduler, context.anchor),
    signer: {
      ...signer,
      sign: (typ, payload) =>
        scheduler.call(flow, 'other', 'sign', () => signer.sign(typ, payload)),
    },
  };
}

function storeFor(
  flow: Flow,
  scheduler: Scheduler,
  store: Store,
  hints: Set<(stream: string) => void>,
): Store {
  const read = <Result>(label: string, work: () => Promise<Result>): Promise<Result> =>
    scheduler.call(flow, 'store', label, work);
  return {
    commit: commit => scheduler.commit(flow, store, commit),
    readStream: (stream, after) =>
      read(`read ${short(stream)}`, () => store.readStream(stream, after)),
    findClaim: claim => read(`find claim ${claim.scope}`, () => store.findClaim(claim)),
    listClaims: (scope, prefix) =>
      read(`list claims ${scope}`, () => store.listClaims(scope, prefix)),
    readAction: digest => read('read action', () => store.readAction(digest)),
    readState: () => read('read state', () => store.readState()),
    readClockMark: () => read('read clock mark', () => store.readClockMark()),
    listRequests: query => read('list requests', () => store.listRequests(query)),
    countRequests: () => read('count requests', () => store.countRequests()),
    listDue: limit => read('list due', () => store.listDue(limit)),
    listSilent: limit => read('list silent', () => store.listSilent(limit)),
    enqueue: messages => read('enqueue', () => store.enqueue(messages)),
    leaseOutbox: lease => read('lease outbox', () => store.leaseOutbox(lease)),
    settleOutbox: settlement => read('settle outbox', () => store.settleOutbox(settlement)),
    listDeadLetters: limit => read('list dead letters', () => store.listDeadLetters(limit)),
    retryDeadLetter: id => read('retry dead letter', () => store.retryDeadLetter(id)),
    readPreferences: personIds => read('read preferences', () => store.readPreferences(personIds)),
    writePreferences: preferences =>
      read('write preferences', () => store.writePreferences(preferences)),
    readTallied: () => read('read tallied', () => store.readTallied()),
    readTallies: query => read('read tallies', () => store.readTallies(query)),
    sumTallies: query => read('sum tallies', () => store.sumTallies(query)),
    addTallies: step => read('add tallies', () => store.addTallies(step)),
    readIndexed: () => read('read indexed', () => store.readIndexed()),
    addToIndex: step => read('add to index', () => store.addToIndex(step)),
    searchIndex: query => read('search index', () => store.searchIndex(query)),
    countIndexed: (query, limit) => read('count indexed', () => store.countIndexed(query, limit)),
    listUnsequenced: limit => read('list unsequenced', () => store.listUnsequenced(limit)),
    readLog: epoch => read('read log', () => store.readLog(epoch)),
    appendToLog: append => read('append to log', () => store.appendToLog(append)),
    readLeaves: (epoch, indexes) => read('read leaves', () => store.readLeaves(epoch, indexes)),
    findLeaves: events => read('find leaves', () => store.findLeaves(events)),
    readLogRows: query => read('read log rows', () => store.readLogRows(query)),
    saveCheckpoint: checkpoint => read('save checkpoint', () => store.saveCheckpoint(checkpoint)),
    listUnpublished: limit => read('list unpublished', () => store.listUnpublished(limit)),
    markPublished: checkpoint => read('mark published', () => store.markPublished(checkpoint)),
    eraseActions: limit => read('erase actions', () => store.eraseActions(limit)),
    onChange: listener => {
      hints.add(listener);
      return () => void hints.delete(listener);
    },
    timeline: () => store.timeline(),
    close: async () => undefined,
  };
}

function anchorFor(flow: Flow, scheduler: Scheduler, anchor: Anchor | null): Anchor | null {
  if (anchor === null) return null;
  return {
    read: () => scheduler.call(flow, 'anchor', 'read anchor', () => anchor.read()),
    advance: mark => scheduler.call(flow, 'anchor', 'advance anchor', () => anchor.advance(mark)),
  };
}

/** A pause ends when its turn comes, and time has then moved on by as much; or at once, where it is told to. */
function pause(
  flow: Flow,
  scheduler: Scheduler,
  { clock }: Context,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const aborted = new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const over = scheduler.call(flow, 'pause', `pause ${milliseconds} ms`, () =>
    signal.aborted ? undefined : clock.pause(milliseconds, signal),
  );
  return Promise.race([over, aborted]);
}

function partiesOf(about: Parameters<Context['people']['parties']>[0]) {
  const { requester, subject_id } = about;
  return {
    requester: requester.kind === 'human' ? requester.person_id : null,
    subject: Object.values(people).find(person => person === subject_id) ?? null,
    agent_owner: people.sam,
  };
}

const key = keyFromText('the signer of every simulated store');
const keys = new Map([['key-1', importPublicKey({ kty: 'OKP', crv: 'Ed25519', x: key.x })]]);

/** Signs with a real key: what it signs is checked by the real code. */
export const signer: Signer = {
  issuer: 'countersign-simulation',
  keys: () => keys,
  sign: async (typ, payload) => {
    const input = jwsSigningInput({ kid: 'key-1', typ, payload: payload as never });
    return assembleJws(input, sign(null, Buffer.from(input), key.privateKey));
  },
};

/** The policies that one process has loaded, which need not be the ones in force. */
export interface LoadedPolicies extends Policies {
  load(version: string): void;
}

export function policiesOf(circumstances: Circumstances, auditSync: boolean): LoadedPolicies {
  let loaded = 'policy-1';
  return {
    load: version => {
      loaded = version;
    },
    version: () => loaded,
    settings: { cooldown_seconds: null, fatigue: null },
    chainVersion: tool => chainFor(tool, loaded, circumstances.chainRevision).version,
    evaluate: (value): Evaluation => {
      const action = value as unknown as SimulatedAction;
      const { terms } = action.parameters;
      // A change of Countersign itself always asks.
      const verdict =
        terms === undefined ? verdictOf(loaded, action.parameters.amount) : 'require_approval';
      const tool = action.target.tool_name;
      const chainId = terms === undefined ? tool : allowanceChainId(terms.target.tool_name);
      const amend = amendTerms[tool];
      const allowable = allowanceLimits[tool];
      const { expiresInSeconds, executeWithinSeconds, chainRevision } = circumstances;
      return {
        verdict,
        policy_rule_id: verdict,
        policy_rule_ids: [verdict],
        policy_version: loaded,
        risk: { level: verdict === 'allow' ? 'low' : 'high', signals: [] },
        annotations: [],
        reasons: [],
        context: {},
        chain: verdict === 'require_approval' ? chainFor(chainId, loaded, chainRevision) : null,
        ...(verdict === 'require_approval' && amend !== undefined ? { amend } : {}),
        ...(verdict === 'require_approval' && allowable !== undefined ? { allowable } : {}),
        reason: 'the amount is not small',
        route: { kind: 'admin_channel', name: null },
        expires_in_seconds: expiresInSeconds,
        execute_within_seconds: executeWithinSeconds,
        audit_sync: auditSync,
      };
    },
  };
}
