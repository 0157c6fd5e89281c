import { randomUUID } from 'node:crypto';
import { type GateClock, httpTransport, systemClock, type Transport } from '@countersign/client';
import { edgeCalls, type HttpOptions, KeyTrust, type Trust } from '@countersign/client/edge-calls';
import { accept, type Refusal } from '@countersign/protocol/reason';
import { evaluatorName, loadGrammars } from '@countersign/risk';
import { Backlog, type BacklogLimits, usualLimits } from './backlog.ts';
import { Edge } from './edge.ts';
import { openEdgeKey } from './edge-key.ts';
import { folderFiles } from './folder-files.ts';
import { loadSnapshotPolicy } from './load-policy.ts';
import { productVersion } from './product-version.ts';

export interface EdgeOptions extends Omit<HttpOptions, 'clock'> {
  /** Where the key and the backlog of this edge are. No two processes use one folder. */
  readonly folder: string;
  /** Pins whose snapshots are accepted. Without a pin, the edge uses the keys that the server publishes. */
  readonly trust?: Trust | undefined;
  readonly limits?: BacklogLimits | undefined;
  readonly clock?: GateClock | undefined;
  /** Receives the reason why calls go to the server. */
  readonly onFault?: ((why: Refusal) => void) | undefined;
}

/** A transport that decides here what policy plainly allows. It asks the server about everything else. */
export interface EdgeTransport extends Transport {
  /** Sends the decisions to the server. The edge also does this by itself every few seconds. */
  sync(): Promise<void>;
  /** Sends what it can, and releases the folder. */
  close(): Promise<void>;
}

/**
 * How often the edge sends decisions. If the machine stops, the record of the decisions of this last period can be
 * lost.
 */
const syncMilliseconds = 2000;
const flushMilliseconds = 50;

/** Opens an edge over HTTP. The operator has made its key an edge, with the public key in the folder (EG-4). */
export async function openEdge(options: EdgeOptions): Promise<EdgeTransport> {
  const { clock = systemClock } = options;
  const server = httpTransport({ ...options, clock });
  const grammar = await loadGrammars();
  const backlog = new Backlog(
    folderFiles(options.folder),
    options.limits ?? usualLimits,
    randomUUID,
  );
  const edge = new Edge({
    calls: edgeCalls({ ...options, clock }),
    trust: new KeyTrust(server, clock, options.trust),
    clock,
    backlog,
    key: openEdgeKey(options.folder),
    uuid: randomUUID,
    identify: async () => {
      const own = await server.credential();
      return own.ok ? accept(own.value.principal_id) : own;
    },
    evaluator: evaluatorName(productVersion),
    loadPolicy: (snapshot, text) => loadSnapshotPolicy(snapshot, text, grammar),
    onFault: options.onFault,
  });
  return edgeTransport(server, edge, { backlog, clock });
}

/** A transport with an edge in front of it. A call that the edge does not decide passes on unchanged. */
export function edgeTransport(
  server: Transport,
  edge: Edge,
  { backlog, clock }: { readonly backlog: Backlog; readonly clock: GateClock },
): EdgeTransport {
  const ending = new AbortController();
  let flushing: Promise<void> | null = null;
  const flushSoon = () => {
    flushing ??= clock
      .pause(flushMilliseconds, ending.signal)
      .then(() => backlog.flush())
      .catch(() => undefined)
      .finally(() => {
        flushing = null;
      });
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      if (edge.isDue) await edge.sync();
      await clock.pause(syncMilliseconds, ending.signal);
    }
  };
  const running = run();
  return {
    ...server,
    propose: async (proposal, more) => {
      const decided = edge.decide(proposal);
      if (!decided.ok) {
        // The first call finds no snapshot. It makes the edge fetch one for the calls that follow.
        if (decided.refusal.code === 'edge_snapshot_expired' && edge.isDue) void edge.sync();
        return server.propose(proposal, more);
      }
      flushSoon();
      return accept({ verdict: 'allow', decision: decided.value });
    },
    sync: () => edge.sync(),
    close: async () => {
      ending.abort();
      await running;
      await flushing;
      await edge.close();
    },
  };
}
