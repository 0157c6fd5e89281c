export { embedForTests, type TestOptions } from './embed-for-tests.ts';
export {
  type SimulatedApprover,
  type SimulatedRules,
  simulatedApprover,
} from './simulated-approver.ts';
export { type VirtualClock, virtualClock } from './virtual-clock.ts';
