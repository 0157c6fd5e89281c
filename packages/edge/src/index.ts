export { Backlog, type BacklogLimits, usualLimits } from './backlog.ts';
export type { BacklogFiles } from './backlog-files.ts';
export { Edge, type EdgeParts } from './edge.ts';
export { type EdgeKey, edgeKeyOf, openEdgeKey } from './edge-key.ts';
export { type EdgeOptions, type EdgeTransport, edgeTransport, openEdge } from './open-edge.ts';
