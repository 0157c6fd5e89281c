export {
  describeGate,
  type GateWorld,
  gatePolicy,
  sampleAction,
  type TestedGate,
} from './describe-gate.ts';
export { misconfigured, refusal } from './expect-refusal.ts';
