export { RequestStates } from './call/request-state.ts';
export { type ServerIdentity, type ServerPlace, serverIdentity } from './call/server-identity.ts';
export { type DefinitionMode, ToolDefinitions } from './definition/tool-definitions.ts';
export { filePins, type ToolPins } from './definition/tool-pins.ts';
export { HttpUpstream } from './http/http-upstream.ts';
export { upstreamUrl } from './http/upstream-call.ts';
export { ProcessUpstream } from './stdio/process-upstream.ts';
export { serveStdio } from './stdio/serve-stdio.ts';
export type { Upstream } from './stdio/upstream.ts';
