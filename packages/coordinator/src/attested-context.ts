import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { attestedServerMember } from '@countersign/protocol/request';

/** What stands beside the action of a proposal. */
export interface ToldContext {
  /** What policy may look at besides the action. */
  readonly context?: JsonObject;
  /** The server of tools that the credential attests. Never from the body of a call. */
  readonly toolServer?: string;
}

/**
 * What policy looks at besides the action: the context of the proposal, and the server of tools that the credential
 * attests. A caller that names the server itself is refused, and not silently corrected.
 */
export function attestedContext({ context = {}, toolServer }: ToldContext): JsonObject {
  if (Object.hasOwn(context, attestedServerMember)) {
    throw new ProtocolError(
      'object_malformed',
      `/context/${attestedServerMember}`,
      'expected no such member: a credential attests the server of a tool',
    );
  }
  return toolServer === undefined ? context : { ...context, [attestedServerMember]: toolServer };
}
