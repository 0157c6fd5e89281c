import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { advisedMember, attestedServerMember } from '@countersign/protocol/request';

/** What stands beside the action of a proposal. */
export interface ToldContext {
  /** What policy may look at besides the action. */
  readonly context?: JsonObject;
  /** The server of tools that the credential attests. Never from the body of a call. */
  readonly toolServer?: string;
}

/** The members that only the coordinator writes, and who says what stands there. */
const reserved = {
  [attestedServerMember]: 'a credential attests the server of a tool',
  [advisedMember]: 'only the advisor of this server speaks there',
};

/**
 * What policy looks at besides the action: the context of the proposal, and the server of tools that the credential
 * attests. A caller that writes a reserved member itself is refused, and not silently corrected.
 */
export function attestedContext({ context = {}, toolServer }: ToldContext): JsonObject {
  for (const [member, who] of Object.entries(reserved)) {
    if (!Object.hasOwn(context, member)) continue;
    throw new ProtocolError(
      'object_malformed',
      `/context/${member}`,
      `expected no such member: ${who}`,
    );
  }
  return toolServer === undefined ? context : { ...context, [attestedServerMember]: toolServer };
}
