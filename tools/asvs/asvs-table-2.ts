/** Chapters V8 to V17 of OWASP ASVS 5.0, levels 1 and 2, in the form of `asvs-table-1.ts`. */
export const asvsSecond = `
V8.1.1, V8.2.1 | test | table-of-rights | One table says who may call each route, and a test tries every kind of caller.
V8.1.2 | test | unlisted-reader | Only listed and concerned people, auditors and operators see the values of a request.
V8.2.3 | test | rules-from-bundle | Agents do not get the rules of a policy, and sealed values are never shown.
V8.2.2 | test | foreign-names | An agent reaches only its own requests, plans, sessions, holds and cases.
V8.3.1 | test | table-of-rights | The server judges every right. The pages only hide what would be refused.
V8.4.1 | none | - | One store belongs to one organisation.
V9.1.1 | test | forged-signatures | Claims are read only after the signature fits.
V9.1.2 | test | algorithm | Only listed algorithms verify. Our own artifacts are EdDSA only.
V9.1.3 | test | key-in-token | A key inside a token, or a link to one, is ignored.
V9.2.1 | test | wrong-claims | Tokens count only within their time. Grants are checked again at consume.
V9.2.2 | test | artifact-type | Each artifact names its type in the signed header, and another type is refused.
V9.2.3, V9.2.4 | test | wrong-claims | Tokens and grants name their audience, and another one is refused.
V10.1.1 | test | cookie-only | The browser gets a session cookie. Tokens of the provider stay in the server.
V10.1.2, V10.2.1 | test | answer-once | An answer of the provider counts once, and only in the browser that asked (state, nonce, PKCE).
V10.2.2 | test | provider-issuer | One provider is configured, and its issuer is compared.
V10.3.1 | test | wrong-claims | The audience of an agent's token must be this server.
V10.3.2 | test | token-scope | A token gives the rights of its scope and claims, and no others.
V10.3.3 | test | claim-no-person | No claim makes a token a person. Agents are named by configured claims.
V10.3.4 | none | - | Agents' tokens never decide, so no strength is demanded of them.
V10.4.1, V10.4.2, V10.4.3, V10.4.4, V10.4.5, V10.4.6, V10.4.7, V10.4.8, V10.4.9, V10.4.10, V10.4.11 | none | - | Countersign is no authorisation server.
V10.5.1 | test | answer-once | The nonce of the ID token must be the one that was sent.
V10.5.2 | test | second-sign-in | A person is found by issuer and subject.
V10.5.3, V10.5.4 | test | provider-faults | Metadata, issuer, audience and signature of a faulty provider are refused, fault by fault.
V10.5.5 | none | - | There is no back-channel logout.
V10.6.1, V10.6.2, V10.7.1, V10.7.2, V10.7.3 | none | - | Countersign is no OpenID provider and asks for no consent on behalf of clients.
V11.1.1 | met | - | docs/operating/serving.md describes making, rotating and revoking keys. ADR 0013 gives the life of a key file.
V11.1.2 | gap | - | There is no single inventory of keys and algorithms. They are spread over the documents of each package.
V11.2.1 | met | - | Node's OpenSSL and @noble, which is audited, do all cryptography.
V11.2.2 | met | - | Every signed form names its type and version. A new algorithm is a new form.
V11.2.3, V11.6.1 | test | key-forms | Ed25519 and P-256 only. Weak keys are refused when they are read.
V11.3.1, V11.3.2, V11.3.3 | test | sealed-secret | Key files are encrypted with an authenticated cipher, and every change is refused.
V11.4.1, V11.4.3 | met | - | SHA-256 is the only hash in digests, trees and signatures.
V11.4.2 | none | - | No password is stored.
V11.4.4 | test | less-work | The passphrase of a key file is stretched, and a file cannot demand less work.
V11.5.1 | met | - | Identifiers, tokens and nonces come from node:crypto. The chance gate forbids Math.random in the product.
V12.1.1, V12.1.2, V12.2.2 | met | - | The operator's proxy ends TLS and chooses versions and certificates (docs/operating/serving.md).
V12.2.1 | gap | - | doctor reports an address beyond loopback without https. The server does not refuse it.
V12.1.3 | none | - | Client certificates are not used.
V12.3.1, V12.3.3, V12.3.4 | gap | - | Outgoing calls use https, and clients refuse plain http to another machine (TR-6). The connection to Postgres is encrypted only if its connection string demands it.
V12.3.2 | met | - | Node validates certificates in outgoing TLS, and no setting of ours turns that off.
V13.1.1 | met | - | docs/operating names every connection: Postgres, provider, webhooks, Slack, checkpoints.
V13.2.1 | test | service-secret | Services, hosts and agents each have a credential of their own.
V13.2.2 | gap | - | The server migrates its own schema, so its Postgres user may change tables.
V13.2.3 | met | - | There is no default credential.
V13.2.4, V13.2.5 | test | listed-addresses | Private addresses are refused unless the operator lists them.
V13.3.1 | met | - | Keys may live in another process, or in files with a passphrase. Secrets come from the configuration.
V13.3.2 | test | loose-store | Key files and stores that other users can read are refused or closed.
V13.4.1, V13.4.3 | test | site-files | Only the built pages are served, by name.
V13.4.2 | met | - | There is no debug mode. A store for tests is marked permanently and refused by a server.
V13.4.4 | met | - | No route has the method TRACE, and a method without a route is refused.
V13.4.5 | met | - | /metrics needs a token beyond loopback. The API description is public on purpose.
V14.1.1, V14.1.2 | gap | - | docs/sealed-parameters.md and security.md say how values are protected. There is no table of levels.
V14.2.1 | met | - | Secrets travel in headers and bodies. An invitation link carries its secret after the # sign.
V14.2.2, V14.3.2 | met | - | Every answer has cache-control: no-store, except the built files of the pages.
V14.2.3 | test | page-policy | The content security policy lets the pages load nothing from elsewhere.
V14.2.4 | test | sealed-nowhere | Sealed values are found nowhere. Action bytes are erased after their retention.
V14.3.1 | gap | - | Signing out leaves the page, but no Clear-Site-Data header is sent.
V14.3.3 | met | - | Browser storage holds the theme and no data of requests.
V15.1.1 | gap | - | No time limits for updates of components are documented.
V15.1.2 | met | - | package-lock.json lists every component with its digest. ADR 0003 limits what may be added.
V15.1.3 | met | - | docs/operating/serving.md names the limits. The growth tests of risk and policy state the cost.
V15.2.1 | gap | - | It follows from V15.1.1.
V15.2.2 | test | never-finishes | Calls, bodies, streams and views have limits, and unfinished calls end.
V15.2.3 | met | - | Test helpers are separate entry points that no server imports, and a test checks the packed files.
V15.3.1 | test | answers | Each answer has a closed schema.
V15.3.2 | test | redirects | Redirects are not followed.
V15.3.3 | test | answers | Closed schemas refuse members that a route does not declare.
V15.3.4 | test | forwarded | trusted_proxies lists the proxies whose forwarded addresses count.
V15.3.5 | met | - | TypeScript without any, strict equality by the linter, schemas at every border.
V15.3.6 | test | strict-json | __proto__ is refused as a key.
V15.3.7 | met | - | A closed schema reads each query, with one value for each member.
V16.1.1 | met | - | docs/events.md lists every recorded event, docs/operating/serving.md the lines of the process log.
V16.2.1 | met | - | Every event has its time, stream, actor and digest.
V16.2.2 | test | clock-jump | Times are UTC. A store whose clock jumps commits nothing, and doctor compares the clocks.
V16.2.3 | met | - | The process log goes to the error output, and the record to the store. There is no other place.
V16.2.4 | met | - | The process log is one JSON object a line. An export of the record is too.
V16.2.5 | test | log-secrets | Secrets are left out by name and by form.
V16.3.1 | met | - | Sessions and credentials are events. Refused sign-ins are lines of the process log.
V16.3.2 | met | - | Every call is a line of the process log, with its route and status.
V16.3.3 | met | - | Refused entries and executions are events of the request.
V16.3.4 | met | - | Unexpected errors are logged with their trace and answered with internal_error.
V16.4.1 | test | log-lines | No value can end a record or begin another.
V16.4.2 | test | tampered-log | Every change of the record is noticed. The process log is the operator's.
V16.4.3 | met | - | Checkpoints are published elsewhere (docs/operating/outside.md).
V16.5.1 | test | same-answer | A fault answers with a code and a fixed text. Credentials of every fault get the same answer.
V16.5.2 | test | store-unreachable | Without the store no caller is authenticated.
V16.5.3 | test | answers | Every failure refuses with a code, and a refused call changes nothing.
V17.1.1, V17.2.1, V17.2.2, V17.2.3, V17.2.4, V17.3.1, V17.3.2 | none | - | There is no WebRTC.
`;

/** AISVS 1.0, chapter C9, levels 1 and 2. */
export const aisvsAgentic = `
9.1.1 | gap | - | Countersign limits calls, bytes and requests of an agent. Limits on a tool's own CPU and egress are the host's.
9.1.2 | gap | - | Requests per agent and rounds per case are limited. Tokens and spending are the host's.
9.1.3 | test | lock-preview | One command and one button lock an agent, a person, a key or everything, at once (LK-1 to LK-4).
9.2.1 | test | no-agent-decides | Without a terminal allow nothing is consumed, and no credential of an agent decides.
9.2.2 | test | folded-values | The card is made from the bound bytes. Everything must be on screen before Approve works.
9.2.3 | test | reversibility | Every action has a class of reversibility, from the catalogue or the operator's declaration.
9.2.4 | met | - | High risk always asks (GT-6), and policy rules match the class of reversibility.
9.2.5 | met | - | A changed policy, chain or tool definition voids what was approved under the old one (AB-6).
9.2.6, 9.2.7 | met | - | Advice of a model is recorded apart and decides nothing (ID-6).
9.3.1 | gap | - | Tools run where their host runs them. Countersign isolates nothing.
9.3.2, 9.3.3, 9.3.4 | none | - | Manifests and outputs of tools belong to the host of the agent.
9.3.5, 9.3.6 | test | hostile-words | What an agent says is quoted text. Detection can only make an answer stricter (GT-7).
9.3.7 | met | - | Policy rules match names and resources. Anything that no rule matches gets the default, which asks.
9.4.1 | test | service-secret | Each agent has its own API key or token, with its own rights.
9.4.2 | met | - | Action, decision, grant and receipt name one digest.
9.5.1 | test | own-verbs | A key lists its agents, verbs and executor. Policy judges each exact parameter.
9.5.2 | met | - | An API key lists the subjects that it may act for, and a verified token names its own subject.
9.5.3 | test | no-agent-decides | Policy and people decide, never a model.
9.5.4 | test | sealed-nowhere | Secrets are sealed before they are sent, and opened only at the execution edge.
9.5.5 | met | - | Delegation does not exist. Each agent asks for itself.
9.6.1 | gap | - | Countersign stops actions, not the inference of a model.
9.6.2 | test | restart-pending | Silence never becomes an allow (TM-2, TM-4).
`;
