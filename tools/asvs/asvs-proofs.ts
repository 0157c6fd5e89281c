/** The tests that the tables name: the file, and the whole name of the test or the beginning of it. */
export const asvsProofs: Readonly<Record<string, readonly [file: string, test: string]>> = {
  'unlisted-reader': [
    'tests/attacks/unlisted-reader.test.ts',
    '[DR-4] no route tells an outsider a value',
  ],
  'lock-preview': [
    'tests/attacks/lock.test.ts',
    '[LK-4] placing a lock ends what it covers and nothing else, as its preview said',
  ],
  reversibility: [
    'packages/policy/src/tool-declarations.test.ts',
    'a declaration lowers a guess that was made from a name',
  ],
  'foreign-names': [
    'tests/attacks/foreign-names.test.ts',
    '[GT-11] every route answers a foreign name',
  ],
  flood: [
    'tests/attacks/flood-from-one-address.test.ts',
    '[DR-1] a flood for one purpose leaves every other purpose',
  ],
  forwarded: [
    'packages/server/src/http/client-address.test.ts',
    '[DR-2] a header of a caller that is no proxy is ignored',
  ],
  'strict-json': [
    'packages/protocol/src/json/strict-json.test.ts',
    '[AB-5] __proto__ is refused as a key',
  ],
  'hostile-words': ['tests/inbox-hostile.test.ts', 'hostile words in every field'],
  answers: ['tests/server-fuzz.test.ts', 'the server answers every call as described'],
  'not-http': ['tests/server-fuzz.test.ts', 'the server survives input that is not HTTP'],
  'never-finishes': ['tests/server-fuzz.test.ts', 'the server ends a call that never finishes'],
  shell: [
    'tests/shell-attacks.test.ts',
    '[AB-2] an approval of one command does not run a similar one',
  ],
  redirects: [
    'packages/server/src/webhooks/dispatch.test.ts',
    '[TR-4] a redirect is an answer and is not followed',
  ],
  'listed-addresses': [
    'packages/server/src/webhooks/address-rules.test.ts',
    '[TR-4] a listed network opens its own addresses and no others',
  ],
  'table-of-rights': ['tests/server-authorisation.test.ts', 'the table lists every served route'],
  'no-agent-decides': [
    'tests/server-authorisation.test.ts',
    '[ID-6] [ID-7] all credentials except a person’s together decide nothing',
  ],
  'streams-limited': [
    'tests/server-security.test.ts',
    'the number of streams is limited for each caller',
  ],
  'uncovered-consume': [
    'tests/server-security.test.ts',
    '[SU-2] an uncovered consume is consumed once',
  ],
  'rules-from-bundle': [
    'tests/server-security.test.ts',
    'an agent does not learn the rules from a bundle',
  ],
  'page-policy': [
    'packages/server/src/start/start-server.test.ts',
    'every answer has the same strict headers',
  ],
  'site-files': ['packages/server/src/pages/site.test.ts', 'no other file of the folder is served'],
  'cross-site': [
    'packages/server/src/identity/session.test.ts',
    'a call with the cookie from another site changes nothing',
  ],
  'cookie-only': [
    'packages/server/src/identity/session.test.ts',
    'a person who signs in with a passkey is known by the cookie with a proof',
  ],
  'stolen-cookie': [
    'tests/attacks/stolen-cookie.test.ts',
    '[SS-1] no route of the table knows the person by the cookie',
  ],
  'cookie-before': [
    'packages/server/src/identity/session.test.ts',
    'a cookie from before signing in is worthless after it',
  ],
  'token-digest': [
    'packages/server/src/identity/session.test.ts',
    'the store contains the digest of a token and not the token',
  ],
  'session-end': [
    'packages/server/src/identity/session.test.ts',
    'a session ends exactly at its end',
  ],
  'signing-out': ['packages/server/src/identity/session.test.ts', 'signing out ends the session'],
  deactivating: [
    'packages/server/src/identity/session.test.ts',
    'deactivating a person ends their sessions',
  ],
  'revoking-passkey': [
    'packages/server/src/identity/session.test.ts',
    'revoking a passkey ends every session',
  ],
  'adding-passkey': [
    'packages/server/src/routes/credential-routes.test.ts',
    'adding a passkey needs a recent proof of presence',
  ],
  'get-is-safe': ['tests/server-get-is-safe.test.ts', 'every reading route'],
  'own-paths': [
    'packages/server/src/identity/oidc-faults.test.ts',
    'a browser is only redirected to a path of this server',
  ],
  'provider-issuer': [
    'packages/server/src/identity/oidc-faults.test.ts',
    'a provider that denies, or answers in the name of another issuer',
  ],
  'provider-faults': [
    'packages/server/src/identity/oidc-faults.test.ts',
    '[ID-2] a provider with the fault',
  ],
  'answer-once': [
    'packages/server/src/identity/oidc-faults.test.ts',
    'an answer counts once, and only in the browser that asked',
  ],
  'second-sign-in': [
    'packages/server/src/identity/oidc-sign-in.test.ts',
    '[ID-10] the second sign-in finds the person of the first',
  ],
  'step-up-session': [
    'packages/server/src/identity/oidc-step-up.test.ts',
    'a step-up counts in the browser and the session that began it',
  ],
  'recent-proof': [
    'packages/server/src/identity/oidc-step-up.test.ts',
    'the proof of a person is as recent as the time that the provider states',
  ],
  'wrong-codes': [
    'packages/server/src/identity/terminal-sign-in.test.ts',
    'a person must wait after a few wrong codes',
  ],
  'device-code-once': [
    'packages/server/src/identity/terminal-sign-in.test.ts',
    'a device code gives one session',
  ],
  'sign-in-too-long': [
    'packages/server/src/identity/terminal-sign-in.test.ts',
    'a sign-in that took too long is over',
  ],
  'passkey-asked': [
    'packages/server/src/identity/passkey-sign-in.test.ts',
    'browsers are asked for any passkey of this host, with a verified user',
  ],
  'invitation-expires': [
    'packages/server/src/identity/invitation.test.ts',
    'an invitation expires at its stated time',
  ],
  'forged-signatures': [
    'packages/server/src/identity/agent-token.test.ts',
    'forged signatures and headers are refused',
  ],
  algorithm: [
    'packages/server/src/identity/agent-token.test.ts',
    'an algorithm that is not allowed is refused',
  ],
  'key-in-token': [
    'packages/server/src/identity/agent-token.test.ts',
    '[ID-2] a key that the token contains or points to is ignored',
  ],
  'wrong-claims': [
    'packages/server/src/identity/agent-token.test.ts',
    'tokens with wrong claims are refused',
  ],
  'token-scope': [
    'packages/server/src/identity/agent-token.test.ts',
    'a token of the issuer gives an agent the rights',
  ],
  'claim-no-person': [
    'packages/server/src/identity/agent-token.test.ts',
    '[ID-1] no claim makes a token a person',
  ],
  'artifact-type': [
    'packages/protocol/src/crypto/jws.test.ts',
    'an artifact of one type is refused as another type',
  ],
  'key-forms': ['packages/protocol/src/crypto/public-key.test.ts', 'the eight low-order points'],
  'sealed-secret': [
    'packages/keys/src/secret-box.test.ts',
    'a secret does not open in another context, nor with any changed part',
  ],
  'less-work': ['packages/keys/src/secret-box.test.ts', 'a sealed secret cannot demand less work'],
  'service-secret': [
    'packages/server/src/identity/authenticate-caller.test.ts',
    'a service is authenticated by its secret',
  ],
  'own-verbs': [
    'packages/server/src/identity/authenticate-caller.test.ts',
    'an API key is an agent with its registered verbs',
  ],
  'same-answer': [
    'packages/server/src/identity/authenticate-caller.test.ts',
    '[ID-1] every fault of a credential gets the same answer',
  ],
  'store-unreachable': [
    'packages/server/src/identity/authenticate-caller.test.ts',
    '[ID-2] no caller is authenticated while the store cannot be reached',
  ],
  'loose-store': [
    'tests/attacks/loose-files.test.ts',
    'a new store and its log are readable by their owner only',
  ],
  'clock-jump': ['tests/attacks/clock-jump.test.ts', 'a clock that is set ahead changes nothing'],
  'sealed-nowhere': ['tests/planted-secrets.test.ts', '[EV-8]'],
  'log-secrets': [
    'packages/server/src/observability/logger.test.ts',
    'the log leaves out secrets by the name of their member',
  ],
  'log-lines': [
    'packages/server/src/observability/logger.test.ts',
    '[E12] no value can end a record or begin another',
  ],
  'tampered-log': ['tests/tampered-log.test.ts', '[EV-6] the genuine log is sound'],
  'folded-values': ['tests/inbox-hostile.test.ts', 'a value of 100 KB and 5,000 keys are folded'],
  'restart-pending': [
    'tests/server-restart.test.ts',
    '[SU-2] a request that is pending when the process is killed',
  ],
};
