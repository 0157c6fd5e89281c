export { canaryCall, canaryHook, canaryToolCall } from './check/canary-call.ts';
export { drives } from './check/drive-agent.ts';
export { LoopbackModel } from './check/loopback-model.ts';
export { projectSettings, weaknessesIn } from './check/other-settings.ts';
export { actionOfCall } from './contract/action-of-call.ts';
export type { Contract } from './contract/contract.ts';
export { contracts, findContract } from './contract/contracts.ts';
export { guardFacts } from './decide/guard-facts.ts';
export { type HeardHook, HookEndpoint } from './http/hook-endpoint.ts';
export { remoteGates } from './http/remote-gates.ts';
export { withTrust } from './install/codex.ts';
export {
  type Installation,
  type Installer,
  type Place,
  type Scope,
  SettingsUnreadable,
} from './install/installation.ts';
export { installers } from './install/installers.ts';
