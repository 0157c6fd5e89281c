export { type GatedTools, gateTools, type SuspendedCall, type ToolHooks } from './gate-tools.ts';
