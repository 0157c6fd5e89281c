export { type GatedTools, gateTools, type SuspendedState } from './gated-tools.ts';
