/**
 * Chapters V1 to V7 of OWASP ASVS 5.0, levels 1 and 2. One line for each answer: ids, kind, proofs by name (`-` for
 * none), and our own words. The kinds are described in `read-asvs.ts`.
 */
export const asvsFirst = `
V1.1.1 | test | strict-json | One strict parser reads input once, and refuses what it would have to repair.
V1.1.2, V1.2.1 | test | hostile-words | React writes values as text nodes at the last step. Trusted Types forbid any other way.
V1.2.2 | met | - | The clients build each path segment with encodeURIComponent. Redirects lead only to paths of this server.
V1.2.3 | test | answers | Every answer is JSON from one serialiser. No script is built from data.
V1.2.4 | met | - | Both stores use prepared statements with parameters. No SQL text contains a value.
V1.2.5 | test | shell | A command is an argument list. No shell reads it unless the approved program is a shell.
V1.2.6, V1.2.7, V1.2.8 | none | - | There is no LDAP, XPath or LaTeX.
V1.2.9 | met | - | No regular expression is built from input. Policy patterns are globs with their own matcher.
V1.3.1, V1.3.4, V1.3.5, V1.3.7 | none | - | No HTML, SVG, style sheet, Markdown or template of a user is rendered.
V1.3.2 | met | - | The linter and the boundary test forbid generated code. The content security policy forbids eval.
V1.3.3 | test | hostile-words | Invisible and direction-changing characters are spelled out before a person sees them.
V1.3.6 | test | redirects | Outgoing addresses are judged after name resolution, and the connection uses the judged address.
V1.3.8, V1.3.9, V1.3.10 | none | - | There is no JNDI, memcache or format string.
V1.3.11 | met | - | A mail goes to one plain address. An address with line ends, quotes or lists gets no mail.
V1.4.1, V1.4.3 | none | - | JavaScript is memory-safe. Native code comes only with Node and its SQLite.
V1.4.2 | test | strict-json | A number that does not survive as a double is refused, and so is an integer beyond 2^53-1.
V1.5.1 | none | - | There is no XML.
V1.5.2 | test | strict-json | Closed schemas read JSON. No type is chosen by the sender, and __proto__ is refused as a key.
V2.1.1 | met | - | docs/schema and the OpenAPI description are generated from the schemas that validate.
V2.1.2, V2.1.3 | met | - | docs/protocol.md states the rules and limits, and each has a test with its id.
V2.2.1, V2.2.2 | test | answers | The server validates every body, query and header against its schema.
V2.2.3 | met | - | The rules of binding (AB) refuse members that do not agree.
V2.3.1 | met | - | The state machine of a request refuses every step out of order (docs/protocol.md, section 2).
V2.3.2 | test | streams-limited | Rounds, holds, advice, requests per agent and streams per caller have limits.
V2.3.3 | test | uncovered-consume | One commit is all or nothing, also when the machine dies in it.
V2.3.4 | test | uncovered-consume | Of concurrent consumers one wins.
V2.4.1 | test | flood | Calls are limited for each credential, and for each purpose of an address (docs/operating/serving.md).
V3.2.1 | test | page-policy | Every answer has its type, nosniff, a closed content security policy and same-origin resource policy.
V3.2.2 | test | hostile-words | Values are shown with text nodes only.
V3.3.1, V3.3.3 | met | - | Over https the one cookie is named __Host-countersign and is Secure. Plain http is for loopback.
V3.3.2, V3.3.4 | test | cross-site | The session cookie is SameSite=Strict and HttpOnly.
V3.4.1 | met | - | With an https origin every answer has two years of HSTS with subdomains.
V3.4.2, V3.5.2 | test | cross-site | No cross-origin header is sent. A foreign origin is refused before any route runs.
V3.4.3, V3.4.6 | test | page-policy | The policy begins with default-src 'none' and forbids frames.
V3.4.4, V3.4.5 | met | - | nosniff and no-referrer are sent with every answer (packages/server/src/http/security-headers.ts).
V3.5.1 | test | stolen-cookie | Calls with a cookie need the origin of this server, and a proof of the key of the browser.
V3.5.3 | test | get-is-safe | Reading routes change nothing.
V3.5.4 | met | - | The server needs an origin of its own (docs/operating/serving.md).
V3.5.5 | none | - | No page listens to postMessage.
V3.7.1 | met | - | The pages use no plugin and no outdated interface.
V3.7.2 | test | own-paths | A browser is redirected only to a path of this server, or to the configured identity provider.
V4.1.1 | test | answers | Each route declares its answers, and a test compares them with what is sent.
V4.1.2 | met | - | The server redirects nothing to https. The proxy in front of it decides (docs/operating/serving.md).
V4.1.3 | met | - | Forwarded addresses count only from configured proxies (trusted_proxies).
V4.2.1 | test | not-http | Node's parser refuses messages with two lengths. A test sends them.
V4.3.1, V4.3.2 | none | - | There is no GraphQL.
V4.4.1, V4.4.2, V4.4.3, V4.4.4 | none | - | There is no WebSocket. Events are server-sent events under the normal session.
V5.1.1, V5.2.2, V5.2.3, V5.3.1, V5.4.1, V5.4.3 | none | - | No file is uploaded, unpacked, stored by a name of the sender or scanned.
V5.2.1 | met | - | Bodies have a size limit, and so has each member.
V5.3.2 | test | site-files | Paths of files come from configuration. Only the built pages are served.
V5.4.2 | met | - | A downloaded bundle is named after the request id.
V6.1.1 | met | - | docs/operating/identity.md and serving.md describe the limits. Codes are bound to one browser.
V6.1.2, V6.2.1, V6.2.2, V6.2.3, V6.2.4, V6.2.5, V6.2.6, V6.2.7, V6.2.8, V6.2.9, V6.2.10, V6.2.11, V6.2.12, V6.4.3 | none | - | There are no passwords.
V6.1.3, V6.3.4 | met | - | docs/operating/identity.md lists every way in with its strength. The table of rights names all routes.
V6.3.1 | test | wrong-codes | Wrong codes make a person wait. Passkeys and random secrets leave nothing to guess.
V6.3.2 | met | - | No account exists before the first link is opened.
V6.3.3 | test | passkey-asked | Passkeys are used with user verification. With OIDC the provider decides on the factors.
V6.4.1 | test | invitation-expires | Invitations are random, open once and expire.
V6.4.2 | none | - | There are no secret questions.
V6.4.4 | met | - | An operator revokes the lost passkey and invites the person again. The log records both.
V6.5.1 | test | device-code-once | A device code gives one session.
V6.5.2, V6.5.3, V6.5.4 | met | - | Links and tokens have 256 random bits and are stored as digests. Terminal codes come from the same generator.
V6.5.5 | test | sign-in-too-long | A terminal sign-in ends after its time.
V6.6.1 | none | - | No telephone network is used.
V6.6.2 | test | step-up-session | A step-up counts only in the session that began it.
V6.6.3 | test | wrong-codes | Wrong codes make a person wait.
V6.8.1 | test | provider-issuer | An account is issuer and subject. An answer in the name of another issuer is refused.
V6.8.2 | test | forged-signatures | Unsigned and wrongly signed tokens are refused.
V6.8.3 | none | - | There is no SAML.
V6.8.4 | test | recent-proof | The time of the proof is the one that the provider signed. Without it nothing counts as recent.
V7.1.1 | met | - | docs/operating/identity.md gives the lifetime of sessions. There is no inactivity timeout, see V7.3.1.
V7.1.2 | gap | - | The number of sessions of one person is neither limited nor documented.
V7.1.3, V7.6.1 | met | - | docs/operating/identity.md says how long a session lives beside that of the provider.
V7.2.1 | test | cookie-only | The server looks each session up in the store at every call, and verifies the proof of the browser there.
V7.2.2, V7.2.3 | test | token-digest | A session token is 256 random bits. The store keeps its digest.
V7.2.4 | test | cookie-before | Signing in and stepping up each make a new token.
V7.3.1 | gap | - | A session has no inactivity timeout. It has an absolute end, and sensitive routes need a recent proof.
V7.3.2 | test | session-end | A session ends exactly at its end.
V7.4.1 | test | signing-out | Signing out ends the session in the store.
V7.4.2 | test | deactivating | Deactivating a person ends their sessions at the next call.
V7.4.3 | gap | - | Revoking a passkey ends the sessions that began with it. There is no button that ends all other sessions.
V7.4.4 | met | - | The account menu of every page signs out.
V7.4.5 | test | revoking-passkey | An operator ends sessions by deactivating the person or by revoking the passkey.
V7.5.1 | test | adding-passkey | Adding a passkey needs a recent proof of presence.
V7.5.2 | gap | - | A person cannot list their own sessions.
V7.6.2 | met | - | A session begins only after a press of a button, or the return from a provider that the person chose.
`;
