// What code may not touch, and why. boundaries.table.ts says which package has which of these bans.

/** Something a package must not touch, and the reason a reader is told. */
export interface Ban {
  readonly because: string;
  /** Global names. A local of the same name is refused too: it would read like the global. */
  readonly globals?: readonly string[];
  /** Members of otherwise harmless globals; the global may then not be aliased or destructured either. */
  readonly members?: readonly string[];
  /** Globals whose constructor reads the world when it gets no argument. */
  readonly constructorsNeedArguments?: readonly string[];
  /** Methods by name, whatever they are called on. */
  readonly methods?: readonly string[];
  readonly syntax?: readonly ('async' | 'module_state' | 'computed_import')[];
}

export const clock: Ban = {
  because: 'time is an argument, so that a decision can be repeated',
  globals: ['performance', 'Temporal'],
  members: ['Date.now'],
  constructorsNeedArguments: ['Date'],
};
export const randomness: Ban = {
  because: 'ids and nonces are arguments, so that a decision can be repeated',
  globals: ['crypto'],
  members: ['Math.random'],
};
export const locale: Ban = {
  because: 'the answer must not depend on the language of the machine',
  globals: ['Intl'],
  methods: ['localeCompare', 'toLocaleString', 'toLocaleLowerCase', 'toLocaleUpperCase'],
};
export const environment: Ban = {
  because: 'only a composition root reads the process and its environment',
  globals: ['process', 'require', 'globalThis'],
};
export const nodeGlobals: Ban = {
  because: 'the same file runs in browsers and workers',
  globals: ['Buffer'],
};
export const network: Ban = {
  because: 'the outside is reached through a port that was passed in',
  globals: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
};
export const timers: Ban = {
  because: 'waiting is for the caller, through a port that was passed in',
  globals: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
};
export const logging: Ban = {
  because: 'what happened is returned or thrown, never printed',
  globals: ['console'],
};
export const asynchrony: Ban = {
  because: 'the core is synchronous, so that nothing can change between a check and its use',
  globals: ['Promise'],
  syntax: ['async'],
};
export const hiddenCode: Ban = {
  because: 'code that is made at run time cannot be reviewed',
  globals: ['eval', 'Function'],
  syntax: ['computed_import'],
};
export const moduleState: Ban = {
  because: 'a module that remembers makes the second call differ from the first',
  syntax: ['module_state'],
};

export const pure: readonly Ban[] = [
  clock,
  randomness,
  locale,
  environment,
  nodeGlobals,
  network,
  timers,
  logging,
  asynchrony,
  hiddenCode,
  moduleState,
];

/** Use cases and stores: asynchronous, but they reach the world through ports. */
export const ported: readonly Ban[] = [
  clock,
  randomness,
  locale,
  environment,
  network,
  timers,
  logging,
  hiddenCode,
  moduleState,
];

export const application: readonly Ban[] = [environment, logging, hiddenCode];
