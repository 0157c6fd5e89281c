export { problemMediaType } from '@countersign/wire/problem';
export type { RequestRepresentation } from '@countersign/wire/requests';
export { channels } from '../channels/channels.ts';
export { conversationAssertionType } from '../channels/conversation-assertion.ts';
export { hostAssertionType } from '../channels/host-signature.ts';
export { carryOutHouse } from '../house/carry-out-house.ts';
export { createHttpServer } from '../http/http-server.ts';
export { describeApi } from '../http/openapi.ts';
export { type Route, route } from '../http/route.ts';
export { firstRunLink } from '../identity/first-run.ts';
export { type CookieJar, cookieJar, locationOf } from '../identity/testing/cookie-jar.ts';
export { type FaultyProvider, startFaultyProvider } from '../identity/testing/faulty-provider.ts';
export {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../identity/testing/software-authenticator.ts';
export { McpServer, McpSettings } from '../mcp/mcp-settings.ts';
export { createMetrics } from '../observability/metrics.ts';
export { routes } from '../routes/index.ts';
export { ServerConfig } from '../start/server-config.ts';
export {
  AdvisorSettings,
  Endpoint,
  OidcSettings,
  ServerSettings,
  TrustedIssuer,
} from '../start/server-settings.ts';
export {
  type ApprovalScene,
  approvalScene,
  createIssuer,
  secretText,
} from '../webhooks/testing/approval-scene.ts';
export { type Called, type CallOptions, callServer } from './call-server.ts';
export { wrongAnswer } from './check-answer.ts';
export { everyCaller, type KindOfCaller, registerHost } from './every-caller.ts';
export { freePort } from './free-port.ts';
export { type RealPostgres, startPostgres } from './real-postgres.ts';
export { decide, entryFor, grantOf, propose, sampleAction } from './sample-call.ts';
export { sequenceAnswers } from './sequence-answers.ts';
export { type ServerProcess, startServerProcess } from './server-process.ts';
export {
  governedPolicy,
  type SignedIn,
  type StartedOptions,
  type StartedServer,
  samplePolicy,
  startedServer,
  startedWithGovernance,
} from './started-server.ts';
export {
  browserHeaders,
  browserKeyHeader,
  headersAfter,
  keepKeyScript,
  keptKeyIdScript,
  provenHeaders,
  testBrowser,
  testBrowserFrom,
} from './test-browser.ts';
