import * as z from 'zod';
import type { Principal } from './principal.ts';
import { identityOf } from './principal.ts';
import { Name } from './wire-text.ts';

/** Who did something, as recorded in an event: the person, service or agent, or the system itself. */
export const Actor = z.strictObject({
  kind: z.enum(['human', 'service', 'agent', 'system']),
  identity: Name,
});
export type Actor = z.infer<typeof Actor>;

export const systemActor: Actor = { kind: 'system', identity: 'countersign' };

export function actorOf(principal: Principal): Actor {
  return { kind: principal.kind, identity: identityOf(principal) };
}
