export {
  describeGate,
  type GateWorld,
  gatePolicy,
  refusal,
  sampleAction,
  type TestedGate,
} from './describe-gate.ts';
