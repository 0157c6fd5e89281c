/** What a house request can be about: the changes of Countersign itself that can be put under a chain. */
export const houseKinds = ['credentials', 'invitations', 'owners', 'policy', 'roles'] as const;
export type HouseKind = (typeof houseKinds)[number];

const prefix = 'countersign.';

/** Who asks in a house request is the person who proposed it. This name stands where an agent's would. */
export const houseAgentId = 'countersign.house';

/** The executor of house requests: the server itself. */
export const houseExecutor = 'countersign.server';

export function houseOperation(kind: HouseKind): string {
  return prefix + kind;
}

/** The kind of an operation that the server carries out itself; null for every other. */
export function houseKindOf(operation: string): HouseKind | null {
  return houseKinds.find(kind => houseOperation(kind) === operation) ?? null;
}

/** Characters that nobody sees, which would make a reserved name look like another one. */
const unseen =
  /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]/g;

/** Whether a name reads like one of ours, however it is written. */
export function isReservedName(name: string): boolean {
  return name.normalize('NFKC').replace(unseen, '').toLowerCase().startsWith(prefix);
}

/**
 * Whether an action has a name that only Countersign itself may use. Such a name in any of these places would let a
 * card pass for that of a house request.
 */
export function isReservedForHouse(action: {
  readonly operation: string;
  readonly agent_id: string;
  readonly target: { readonly tool_name: string };
}): boolean {
  const { operation, agent_id, target } = action;
  return [operation, agent_id, target.tool_name].some(isReservedName);
}
