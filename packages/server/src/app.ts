import type { Context } from '@countersign/coordinator';
import type { KeyedSigner, SigningKey } from '@countersign/keys';
import type { PoliciesInForce, PolicyFile } from '@countersign/policy';
import type { EvaluationPool } from '@countersign/policy/workers';
import type { OwnPlaces } from '@countersign/risk';
import type { Logger } from 'pino';
import type { Authenticator } from './http/authenticate.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Site } from './pages/site.ts';
import type { PolicyOfProcess } from './start/policy-in-force.ts';
import type { ServerSecrets } from './start/server-secrets.ts';
import type { ServerSettings } from './start/server-settings.ts';
import type { Dispatcher } from './webhooks/dispatch.ts';
import type { LiveEndpoint } from './webhooks/live-endpoint.ts';
import type { PublishedWebhookSigner } from './webhooks/webhook-signature.ts';

/** The running server, as every route receives it. */
export interface App {
  readonly settings: ServerSettings;
  /** The scheme, host and port under which people reach the server, exactly. */
  readonly origin: string;
  readonly context: Context;
  readonly policies: PoliciesInForce;
  /** The documents of the policy in force, as they were read. */
  policyFiles(): readonly PolicyFile[];
  /** Where the policy comes from, and what the files of the operator say besides. */
  readonly policySource: PolicyOfProcess;
  /** Where this process keeps the files that no agent may touch; null where it named none. */
  readonly own: OwnPlaces | null;
  /** Evaluates what is large, and other documents, with a deadline. */
  readonly evaluations: EvaluationPool;
  readonly signer: KeyedSigner;
  /** Where the keys are this server's to turn; null where another program holds them. */
  readonly keyTurns: KeyTurns | null;
  /** The name that checkpoints are signed under. */
  readonly logName: string;
  readonly secrets: ServerSecrets;
  readonly authenticate: Authenticator;
  readonly dispatcher: Dispatcher;
  /** The endpoints of the settings, with their keys read. */
  readonly endpoints: readonly LiveEndpoint[];
  /** Signs webhooks with a key of this server, for receivers that hold its public half. */
  readonly webhookSigner: PublishedWebhookSigner;
  /** The pages for people; null where they were not built. */
  readonly site: Site | null;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Aborts when the server begins to stop: long answers end then. */
  readonly stopping: AbortSignal;
}

/** Rotation and revocation, recorded in the log before they are answered. */
export interface KeyTurns {
  rotate(): Promise<SigningKey>;
  revoke(kid: string, reason: string): Promise<SigningKey>;
}
