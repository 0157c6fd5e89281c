import {
  type Anchor,
  activatePolicy,
  type CheckpointSink,
  type Clock,
  type Context,
  compareAnchor,
  createContext,
  directoryPeople,
  flushDecisions,
  type Ids,
  loadDirectory,
  type PublishedKeys,
  type Store,
  syncKeys,
  watchTime,
} from '@countersign/coordinator';
import type { HookEndpoint } from '@countersign/guard';
import type { KeyedSigner } from '@countersign/keys';
import type { HttpGateway } from '@countersign/mcp-gateway';
import type { PolicyFile } from '@countersign/policy';
import {
  EvaluationPool,
  type PlainRiskInputs,
  ThreadedPolicies,
  ThreadedViews,
  workedMilliseconds,
} from '@countersign/policy/workers';
import type { Assurance } from '@countersign/protocol/value';
import { loadGrammars, type OwnPlaces, type RiskSettings, riskAssessor } from '@countersign/risk';
import type { Logger } from 'pino';
import type { App, KeyTurns } from '../app.ts';
import { createJobs } from '../background/jobs.ts';
import { runJobs } from '../background/run-jobs.ts';
import { configuredChannels } from '../channels/configured-channels.ts';
import { openHooks } from '../guard/open-hooks.ts';
import { carryOutHouse } from '../house/carry-out-house.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { Route } from '../http/route.ts';
import { createAuthenticator } from '../identity/authenticate-caller.ts';
import { openGateway } from '../mcp/open-gateway.ts';
import { createMetrics } from '../observability/metrics.ts';
import { timedStore } from '../observability/timed-store.ts';
import type { Site } from '../pages/site.ts';
import { routes } from '../routes/index.ts';
import { runSamples, sampleWakeups } from '../sample/run-samples.ts';
import { parseAllowances } from '../webhooks/address-rules.ts';
import { advisorService } from '../webhooks/advisor-service.ts';
import { deliverOutbox } from '../webhooks/deliver-outbox.ts';
import { deliverers } from '../webhooks/deliverers.ts';
import { deliveriesTo } from '../webhooks/deliveries.ts';
import { createDispatcher } from '../webhooks/dispatch.ts';
import { openEndpoints } from '../webhooks/live-endpoint.ts';
import type { PublishedWebhookSigner } from '../webhooks/webhook-signature.ts';
import { compareKeptLog } from './compare-kept-log.ts';
import { judgeGovernance, operatorsOf, PolicyOfProcess } from './policy-in-force.ts';
import { createServerSecrets } from './server-secrets.ts';
import { ServerSettings } from './server-settings.ts';

/** The parts of a server. The composition root has opened these, and says where it is reached. */
export interface ServerParts {
  readonly store: Store;
  readonly signer: KeyedSigner & Partial<KeyTurns>;
  /** Null where nothing is kept outside; then a restored store is not noticed. */
  readonly anchor: Anchor | null;
  readonly webhookSigner: PublishedWebhookSigner;
  readonly sink: CheckpointSink;
  /** Where checkpoints are kept outside, if in a file: the log must go on from there. */
  readonly checkpointFile?: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly monotonicSeconds: () => number;
  readonly elapsedSeconds?: () => number;
  readPolicy(): Promise<readonly PolicyFile[]>;
  /** Where this process keeps what no agent may touch; the default names where nothing is said. */
  readonly own?: OwnPlaces;
  /** At least 32 random bytes, the same for every replica. */
  readonly secret: Uint8Array;
  readonly settings: unknown;
  /** Scheme, host and port as browsers see them. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** The pages for people; none where they were not built. */
  readonly site?: Site | null;
  /** Whatever else is served. */
  readonly moreRoutes?: readonly Route[];
}

export interface RunningServer {
  readonly app: App;
  readonly origin: string;
  /** Why nothing is released, or null where all is well. */
  readonly heldBack: string | null;
  /** Finishes what was accepted, then lets go of everything that was opened for it. */
  close(): Promise<void>;
}

/** A server cannot start with what it was given; the message says what to mend. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const settings = ServerSettings.parse(parts.settings);
  const stopping = new AbortController();
  const metrics = createMetrics(parts.monotonicSeconds);
  const dispatcher = createDispatcher({
    clock: parts.clock,
    allowances: parseAllowances(settings.allow_addresses),
  });
  const riskInputs: PlainRiskInputs = parts.own === undefined ? {} : { own: parts.own };
  const policySource = await openPolicy(parts, riskInputs);
  const { policies } = policySource;
  const files = () => policySource.files();
  const evaluations = new EvaluationPool(
    riskInputs,
    () => parts.monotonicSeconds() * 1000,
    {
      threads: settings.evaluation_threads,
      millisecondsPerMinute: settings.evaluation_ms_per_minute,
    },
    'jobs',
    workedMilliseconds,
  );
  const views = new ThreadedViews(() => parts.monotonicSeconds() * 1000);
  const store = timedStore(parts.store, metrics, parts.monotonicSeconds);
  const rpId = new URL(parts.origin).hostname;
  const assurances = offeredAssurances(settings);
  const context: Context = createContext(
    {
      store,
      policies: new ThreadedPolicies(policies, files, evaluations),
      views,
      people: directoryPeople({ store }, { origin: parts.origin, rpId, assurances }),
      clock: parts.clock,
      ids: parts.ids,
      signer: parts.signer,
      notifier: { committed: () => undefined },
      anchor: parts.anchor,
      deliveries: deliveriesTo(settings),
      ...advisorIn(settings, parts),
      ...(parts.elapsedSeconds === undefined
        ? {}
        : { time: watchTime({ clock: parts.clock, elapsedSeconds: parts.elapsedSeconds }) }),
    },
    {
      strictAdr0030: settings.strict_adr0030,
      singleWindow: settings.strict_adr0030,
      agentBytesPerDay: settings.agent_bytes_per_day,
    },
  );
  const logName = settings.issuer;
  const record = () =>
    must('the keys could not be recorded', syncKeys(context, publishedKeys(parts.signer, logName)));
  const app: App = {
    settings,
    origin: parts.origin,
    context,
    policies,
    policyFiles: files,
    policySource,
    own: parts.own ?? null,
    evaluations,
    signer: parts.signer,
    keyTurns: keyTurnsOf(parts.signer, record),
    logName,
    secrets: createServerSecrets(parts.secret),
    authenticate: createAuthenticator({ context, settings, log: parts.log }),
    dispatcher,
    endpoints: openEndpoints(settings, { clock: parts.clock, dispatcher, log: parts.log }),
    webhookSigner: parts.webhookSigner,
    site: parts.site ?? null,
    metrics,
    log: parts.log,
    stopping: stopping.signal,
  };
  if ((await loadDirectory(context)).state.for_tests) {
    throw new StartRefused(
      'This store was made for tests, where approvals are simulated. Use another store for the server.',
    );
  }
  const compared = await compareAnchor(context);
  await assertGoesOn(parts, logName);
  const heldBack = compared.ok ? null : `${compared.refusal.code}: ${compared.refusal.detail}`;
  if (heldBack === null) {
    await assertGovernable(app);
    await must('the policy could not be activated', activatePolicy(context));
    await record();
  } else {
    parts.log.error({ heldBack }, 'nothing is released until this is resolved');
  }
  let gateway: HttpGateway | null = null;
  let hooks: HookEndpoint | null = null;
  const http = createHttpServer(app, [...routes, ...(parts.moreRoutes ?? [])], () => ({
    mcp: gateway,
    hooks,
  }));
  hooks = openHooks(app, http);
  if (settings.mcp !== null) {
    gateway = openGateway(app, http, settings.mcp);
  }
  await http.listen({ host: parts.host, port: parts.port });
  const samples = settings.sample_agent === true ? [runSamples(app)] : [];
  const house = carryOutHouse(app);
  const jobs =
    heldBack === null
      ? runJobs(
          [...createJobs(app, parts.sink), house, deliverOutbox(app, deliverers), ...samples],
          { clock: parts.clock, log: parts.log, signal: stopping.signal },
          new Map([house, ...samples].map(({ name }) => [name, sampleWakeups(context)])),
        )
      : Promise.resolve();
  return {
    app,
    origin: parts.origin,
    heldBack,
    close: async () => {
      stopping.abort();
      await gateway?.close();
      await http.close();
      await jobs;
      await evaluations.close();
      await views.close();
      await flushDecisions(context);
      await parts.store.close();
    },
  };
}

/** It has a dispatcher of its own: an advisor that is slow must delay no webhook. */
function advisorIn(
  { advisor, allow_addresses }: ServerSettings,
  { clock, ids }: ServerParts,
): Pick<Context, 'advisor'> {
  if (advisor === null) return {};
  const allowances = parseAllowances(allow_addresses);
  const dispatcher = createDispatcher({ clock, allowances });
  return { advisor: advisorService(advisor, { clock, ids, dispatcher }) };
}

/** How sure this server can be of a person: what is not set up is not offered. */
export function offeredAssurances(settings: ServerSettings): readonly Assurance[] {
  const { oidc, endpoints } = settings;
  const vouched = endpoints.some(({ person_issuer }) => person_issuer !== undefined);
  const answers = configuredChannels(settings).some(({ channel }) => channel.assurance !== null);
  return [
    'conversation',
    ...(answers ? (['channel'] as const) : []),
    'session',
    ...(oidc === null && !vouched ? [] : (['oidc'] as const)),
    'webauthn',
    'service_key',
  ];
}

/** One key signs artifacts and checkpoints alike. */
function publishedKeys(signer: KeyedSigner, name: string): PublishedKeys {
  const artifact = signer.records();
  return { artifact, checkpoint: artifact.map(key => ({ ...key, name })) };
}

function keyTurnsOf(
  { rotate, revoke }: Partial<KeyTurns>,
  record: () => Promise<void>,
): KeyTurns | null {
  if (rotate === undefined || revoke === undefined) return null;
  return {
    rotate: async () => {
      const key = await rotate();
      await record();
      return key;
    },
    revoke: async (kid, reason) => {
      const key = await revoke(kid, reason);
      await record();
      return key;
    },
  };
}

async function assertGoesOn(
  { store, signer, checkpointFile }: ServerParts,
  logName: string,
): Promise<void> {
  if (checkpointFile === undefined) return;
  const compared = await compareKeptLog(store, checkpointFile, signer.noteKeys(logName));
  if (compared.ok) return;
  const { code, detail } = compared.refusal;
  throw new StartRefused(
    `The log does not continue the checkpoints in ${checkpointFile}: ${detail} (${code}). Keep that file and a copy of the data. Restore the newest data. If they are lost, start a new epoch.`,
  );
}

async function must(
  what: string,
  outcome: Promise<{ ok: true } | { ok: false; refusal: { code: string; detail: string } }>,
): Promise<void> {
  const settled = await outcome;
  if (!settled.ok) throw new StartRefused(`${what}: ${settled.refusal.detail}`);
}

async function openPolicy(
  { readPolicy, store }: Pick<ServerParts, 'readPolicy' | 'store'>,
  plain: PlainRiskInputs,
): Promise<PolicyOfProcess> {
  const grammar = await loadGrammars();
  const inputs = {
    assessor: (settings: RiskSettings) => riskAssessor({ ...plain, settings, grammar }),
  };
  const opened = await PolicyOfProcess.open(store, readPolicy, inputs);
  if (!opened.ok) throw new StartRefused(opened.refusal.detail);
  return opened.value;
}

/** Governance that no one can complete does not come into force: nothing could change any more. */
async function assertGovernable({ context, policies }: App): Promise<void> {
  const { state } = await loadDirectory(context);
  if (state.governs.includes('policy')) return;
  const locked = await judgeGovernance(policies.policy, context.people, operatorsOf(state));
  if (locked !== null) throw new StartRefused(locked);
}
