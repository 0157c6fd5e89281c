import * as z from 'zod';
import { CredentialId } from '../directory/credential.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm } from '../stream/event-form.ts';
import { Actor } from '../value/actor.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';

/** What a machine says about the guard of one coding agent on it. The server did not see the check. */
export const GuardReport = z.strictObject({
  /** The agent, as policies name it. */
  agent_id: Name,
  /** Which coding agent it is, such as `codex`. */
  agent: Name,
  agent_version: Name.nullable(),
  machine: Name,
  state: z.enum(['guarded', 'guarded_with_a_gap', 'not_guarded']),
  /** Why it is not guarded, or what stays open. */
  why: z.array(Prose.max(400)).max(16),
  /** `canary`: the agent itself made a call that was refused. `settings`: only its settings were read. */
  proof: z.enum(['canary', 'settings']),
});
export type GuardReport = z.infer<typeof GuardReport>;

/** What may be in the stream of one guarded agent. Only a pause changes what the agent may do. */
export const GuardEvent = z.discriminatedUnion('type', [
  eventForm('guard.reported', GuardReport.extend({ by: Actor }).strict()),
  eventForm('guard.seen', z.strictObject({ agent_id: Name, agent: Name, by: Actor })),
  eventForm(
    'guard.paused',
    z.strictObject({
      agent_id: Name,
      reason: Prose,
      ends_at: Timestamp,
      /** The passkey that the person used for this pause. */
      credential_id: CredentialId,
      by: Actor,
    }),
  ),
  eventForm('guard.resumed', z.strictObject({ agent_id: Name, by: Actor })),
  eventForm('guard.forgotten', z.strictObject({ agent_id: Name, by: Actor })),
]);
export type GuardEvent = z.infer<typeof GuardEvent>;

export const parseGuardEvent = parserOf('GuardEvent', GuardEvent);
