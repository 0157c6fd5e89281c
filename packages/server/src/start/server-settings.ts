import { snapshotSeconds } from '@countersign/protocol/edge';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { channels } from '../channels/channels.ts';
import { parseProxy } from '../http/client-address.ts';
import { McpSettings } from '../mcp/mcp-settings.ts';
import { ConfidentialUrl, Seconds, Secret, Url } from './setting-forms.ts';

/** Public keys of another party: where they are published, or the keys themselves. */
export const TrustedIssuer = z.strictObject({
  issuer: z.string().min(1).max(2048),
  audience: z.string().min(1).max(2048),
  jwks_uri: Url.optional(),
  jwks: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())).min(1) }).optional(),
});
export type TrustedIssuer = z.infer<typeof TrustedIssuer>;

/** Who issues tokens of agents. */
const AgentIssuer = TrustedIssuer.extend({
  /** Whether a token must name the owner of its agents. */
  require_owner: z.boolean().default(false),
});

/**
 * A receiver of events, or of questions, by webhook. `approval` endpoints are asked where a request's route names
 * them; `callback` endpoints hear every outcome of the agents they list.
 */
export const Endpoint = z.strictObject({
  name: Name,
  kind: z.enum(['approval', 'callback', 'checkpoints']),
  url: Url,
  /** `whsec_` and base64, as Standard Webhooks writes it. Several while one is replaced by another. */
  secrets: z.array(Secret).min(1).max(4),
  /** `whpk_` and base64: the Ed25519 key that an approval service signs its answers with (`v1a`). */
  public_key: z.string().max(128).optional(),
  /** Also sign with the server's Ed25519 key (`v1a`). */
  asymmetric: z.boolean().default(false),
  agent_ids: z.array(Name).default([]),
  /** Who vouches for the people that an approval service names. */
  person_issuer: TrustedIssuer.optional(),
  /** In which form an approval service is asked and answers: ours, or the webhook of AGT's ADR 0030, version 1.0. */
  form: z.enum(['countersign', 'agt']).default('countersign'),
  /** The id under which the service answers; it must be registered as a credential of kind service. */
  service_id: Name.optional(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** A model or service that may raise the risk of actions, and never lower it (GT-12). */
export const AdvisorSettings = z.strictObject({
  name: Name,
  /** The server sends it the action, and believes what it finds. */
  url: ConfidentialUrl,
  /** As for an endpoint. */
  secrets: z.array(Secret).min(1).max(4),
  /** The longest time that a call waits for it. */
  deadline_milliseconds: z.int().min(50).max(10_000).default(1000),
});
export type AdvisorSettings = z.infer<typeof AdvisorSettings>;

export const OidcSettings = z.strictObject({
  issuer: ConfidentialUrl,
  client_id: z.string().min(1),
  client_secret: Secret.optional(),
  scopes: z.array(z.string()).default(['openid', 'profile', 'email']),
  groups_claim: z.string().default('groups'),
  /** Which role each group gives. A person without any of these groups may not sign in. */
  roles: z.record(z.string(), z.array(Name)),
  /** Whether an account that no person has may become a new person, once there are people. */
  creates_people: z.boolean().default(false),
});
export type OidcSettings = z.infer<typeof OidcSettings>;

type ChannelSections = {
  [Each in (typeof channels)[number] as Each['name']]: z.ZodDefault<
    z.ZodNullable<Each['settings']>
  >;
};

/** A section for each channel, under its name. */
const channelSections = Object.fromEntries(
  channels.map(({ name, settings }) => [name, (settings as z.ZodType).nullable().default(null)]),
) as ChannelSections;

/** Everything an operator may say about a server, besides where its parts are. */
export const ServerSettings = z.strictObject({
  /** Host names and ports it answers to; its own origin is always one. */
  hosts: z.array(z.string()).default([]),
  issuer: Name.default('countersign'),
  endpoints: z.array(Endpoint).max(256).default([]),
  oidc: OidcSettings.nullable().default(null),
  advisor: AdvisorSettings.nullable().default(null),
  agent_tokens: AgentIssuer.nullable().default(null),
  /** MCP servers behind `/mcp/<name>`. */
  mcp: McpSettings.nullable().default(null),
  ...channelSections,
  /** Addresses that webhooks may reach although they are not public: CIDRs, or `host:port`. */
  allow_addresses: z.array(z.string()).default([]),
  session_seconds: Seconds.default(43_200),
  recent_seconds: Seconds.default(300),
  /** How long a terminal stays signed in that a person confirmed. */
  terminal_session_seconds: Seconds.default(28_800),
  invitation_seconds: Seconds.default(86_400),
  body_limit_bytes: z.int().min(1024).default(1_048_576),
  /** Of one credential or person, and of one address that says nothing of who it is, for each purpose. */
  calls_per_minute: z.int().min(1).default(60_000),
  anonymous_calls_per_minute: z.int().min(1).default(600),
  /**
   * Proxies in front of the server, by address or CIDR. The server believes what they say about the caller's address.
   */
  trusted_proxies: z
    .array(
      z.string().refine(text => parseProxy(text) !== null, {
        error: 'expected an address, or a network such as 10.0.0.0/8',
      }),
    )
    .default([]),
  /** The header in which the proxies say it. The other one is ignored, because a caller could have sent it. */
  proxy_header: z.enum(['x-forwarded-for', 'forwarded']).default('x-forwarded-for'),
  /** Bytes that one agent may keep in the store in a day: contexts, decisions, questions and their actions. */
  agent_bytes_per_day: z.int().min(1_048_576).default(1_073_741_824),
  /** Milliseconds of evaluation that one credential or person may use in a minute. */
  evaluation_ms_per_minute: z.int().min(100).default(20_000),
  /** Threads for evaluations that are too large for the thread that answers calls. */
  evaluation_threads: z.int().min(1).max(64).default(2),
  /** How long an edge may decide with one snapshot. A change may take as long to reach the edge. */
  edge_snapshot_seconds: z
    .int()
    .min(snapshotSeconds.least)
    .max(snapshotSeconds.most)
    .default(snapshotSeconds.usual),
  connections_max: z.int().min(1).default(4096),
  /** Of one address, or of one IPv6 network of the size /64. Idle ones are closed first. */
  connections_per_address_max: z.int().min(1).default(1024),
  wait_seconds_max: z.int().min(0).max(120).default(60),
  metrics_token: Secret.nullable().default(null),
  /**
   * An agent and an executor of the server itself, for trying it out. By default they exist only where a server is
   * started on this machine, for this machine and without a configuration.
   */
  sample_agent: z.boolean().nullable().default(null),
  /**
   * As AGT's ADR 0030 says: every change of policy ends every pending request, and an approval ends with its request.
   */
  strict_adr0030: z.boolean().default(false),
});
export type ServerSettings = z.infer<typeof ServerSettings>;
