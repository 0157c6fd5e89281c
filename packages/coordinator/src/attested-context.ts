import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { attestedServerMember } from '@countersign/protocol/request';

/** Who serves a tool is attested by a credential. A caller that says it itself is refused, and not silently corrected. */
export function refuseOwnAttestation(context: JsonObject): void {
  if (!Object.hasOwn(context, attestedServerMember)) return;
  throw new ProtocolError(
    'object_malformed',
    `/context/${attestedServerMember}`,
    'expected no such member: a credential attests the server of a tool',
  );
}

/** What policy looks at besides the action: the context of the proposal, and what its credential attests. */
export function attestedContext({
  context = {},
  toolServer,
}: {
  readonly context?: JsonObject;
  readonly toolServer?: string;
}): JsonObject {
  return toolServer === undefined ? context : { ...context, [attestedServerMember]: toolServer };
}
