import type { PlantedStoreBug } from './planted-bugs.ts';

const places = 'packages/risk/src/own/own-places.test.ts';

/** Mistakes about the product's own files, and about ways in and out of a server. A test must find each of them. */
export const plantedOwnBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'OF-1',
    name: 'a secret in other letters is no secret',
    file: 'packages/risk/src/own/path-forms.ts',
    find: `    .toLowerCase()
`,
    replace: '',
    test: { file: places, name: 'the path of a secret is recognised' },
  },
  {
    rule: 'OF-2',
    name: 'a folder above a secret may be taken along',
    file: 'packages/risk/src/own/own-guard.ts',
    find: `    if (segment === undefined) return 'above';`,
    replace: `    if (segment === undefined) return null;`,
    test: { file: places, name: 'also takes the secrets in it' },
  },
  {
    rule: 'OF-3',
    name: 'the API is known by one address only',
    file: 'packages/risk/src/own/own-origins.ts',
    find: `found => (isLocal ? isLocalWord(found) : bare(found) === host)`,
    replace: `found => isLocalWord !== undefined && bare(found) === host`,
    test: { file: places, name: 'the API has one port and many addresses' },
  },
  {
    rule: 'OF-4',
    name: 'code may set a switch by a call',
    file: 'packages/risk/src/own/own-switches.ts',
    find: `  for (const form of [assigned, given]) {`,
    replace: `  for (const form of [assigned]) {`,
    test: { file: places, name: 'a switch is set by code as well' },
  },
  {
    rule: 'OF-5',
    name: 'the recorded digest leaves the safeguards out',
    file: 'packages/risk/src/own/own-places.ts',
    find: `    safeguards: sorted(places.safeguards),
`,
    replace: '',
    test: { file: places, name: 'the recorded digest covers every place' },
  },
  {
    rule: 'HR-7',
    name: 'an invitation under a chain opens at once',
    file: 'packages/server/src/routes/invitation-routes.ts',
    find: `  if (!governs.includes('invitations')) {`,
    replace: `  if (governs.length >= 0) {`,
    test: { file: 'tests/attacks/house-requests.test.ts', name: 'no working invitation link' },
  },
  {
    rule: 'HR-9',
    name: 'no trace is left of a governance that was left at the console',
    file: 'packages/protocol/src/directory/directory-state.ts',
    find: `    recovered: isRecovery ? [...state.recovered, epoch] : state.recovered,`,
    replace: `    recovered: epoch > 0 ? state.recovered : [],`,
    test: {
      file: 'packages/protocol/src/directory/governed-change.test.ts',
      name: 'a new epoch may begin with a policy without an approval',
    },
  },
  {
    rule: 'SS-5',
    name: 'a stream goes on after the person signed out',
    file: 'packages/server/src/routes/event-stream-routes.ts',
    find: `    chunks: chunksOf({ ended, isKnown: createRecheck(app, call) }),`,
    replace: `    chunks: chunksOf({ ended, isKnown: async () => createRecheck !== undefined }),`,
    test: {
      file: 'tests/server-security.test.ts',
      name: 'a stream of events outlives its proof, and ends when the person signs out',
    },
  },
  {
    rule: 'SS-6',
    name: 'any browser ends a sign-in that another browser began',
    file: 'packages/server/src/routes/oidc-routes.ts',
    find: `  if (!equalDigests(errand.keyDigest, browserKeyDigest(browser_key))) {`,
    replace: `  if (!equalDigests(errand.keyDigest, errand.keyDigest ?? browserKeyDigest(browser_key))) {`,
    test: {
      file: 'tests/attacks/swapped-key.test.ts',
      name: 'a stolen errand cannot be ended with the key of the thief',
    },
  },
  {
    rule: 'SS-7',
    name: 'a session without a key needs no proof',
    file: 'packages/server/src/identity/browser-proof.ts',
    find: `        return refuse('session_key_missing', 'this session began before browsers had keys');`,
    replace: `        return accept(null);`,
    test: {
      file: 'packages/server/src/identity/browser-proof.test.ts',
      name: 'a session without a proof, and a session without a key',
    },
  },
  {
    rule: 'DR-3',
    name: 'one address takes every connection',
    file: 'packages/server/src/http/connection-caps.ts',
    find: `    if (!owner.isProxy && owner.open.size > limits.mostPerAddress) {`,
    replace: `    if (owner.isProxy && owner.open.size > limits.mostPerAddress) {`,
    test: {
      file: 'tests/attacks/idle-sockets.test.ts',
      name: 'an address whose every connection',
    },
  },
  {
    rule: 'TM-9',
    name: 'any commit sets a recorded time in the future back',
    file: 'packages/store-sqlite/src/judge-commit.ts',
    find: `  if (now < state.clock_mark && brings?.clockBackFrom !== state.clock_mark) return 'clock';`,
    replace: `  if (now < state.clock_mark && brings?.clockBackFrom === undefined) return 'clock';`,
    test: {
      file: 'packages/store-sqlite/src/sqlite-store.test.ts',
      name: 'a commit that names the recorded time sets it back',
    },
  },
];
