/** The changes of Countersign itself that `governance` of a policy can put under a chain. */
export const governedKinds = [
  'credentials',
  'invitations',
  'lock.lift',
  'owners',
  'policy',
  'roles',
  'tools',
] as const;
export type GovernedKind = (typeof governedKinds)[number];

/** What a house request can be about. The chain of an allowance is that of the action which it starts from. */
export const houseKinds = ['allowance', ...governedKinds] as const;
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

/** Invisible characters, and marks on letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/gu;

/** What each character of the prefix looks like in other scripts. */
const lookalikes: Readonly<Record<string, string>> = {
  c: 'c\u0441\u03f2\u1d04',
  o: 'o0\u043e\u03bf\u03c3\u0585\u1d0f',
  u: 'u\u03c5\u057d\u1d1c',
  n: 'n\u043f\u03b7\u0578\u057c\u0274',
  t: 't\u0442\u03c4\u1d1b',
  e: 'e\u0435\u0454\u04bd\u03b5\u1d07',
  r: 'r\u0433\u1d26\u0280',
  s: 's\u0455\ua731\u0282',
  i: 'i1l|\u0456\u03b9\u0131\u0269\u04cf\u026a',
  g: 'g\u0261\u0581\u0262',
  '.': '.\u3002\u00b7\u2027\u30fb\u2219\u22c5\ua4f8\u06d4\u2e31\u2e33\u0660\u06f0\u0701\u0702\u16eb\u1427\u0589',
};

const reserved = new RegExp(
  `^${[...prefix].map(character => `[${lookalikes[character] ?? character}]`).join('')}`,
  'u',
);

/** Whether a name reads like one of ours, however it is written. */
export function isReservedName(name: string): boolean {
  return reserved.test(name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(unseen, ''));
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
