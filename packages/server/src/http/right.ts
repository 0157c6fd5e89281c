/**
 * The rights of callers. A route lists rights, and one of them is enough. That table is the only place that says who
 * may call what. There is no right to decide: the chain of a request judges who may decide it. Only a person or a
 * listed service has a principal that can decide.
 */
export const rights = {
  anyone: 'Anyone who can reach the server.',
  propose: 'An agent credential with the verb propose.',
  consume: 'An executor credential with the verb consume.',
  observe: 'An agent credential with the verb observe.',
  edge: 'An edge credential: an API key with the verb edge and a public key.',
  person: 'A signed-in person.',
  role: 'A signed-in person who has a role.',
  operator: 'A signed-in person with the role operator.',
  recent_operator: 'An operator who proved who they are within the last minutes.',
  recent_person: 'A person who proved who they are within the last minutes.',
  recent_browser: 'A person who proved who they are within the last minutes, in a browser.',
  service: 'An approval service with its own credential.',
  host: 'An agent host that signs what people confirm in a conversation.',
} as const;

export type Right = keyof typeof rights;
