export { BegunCalls } from './begun-calls.ts';
export { type CallState, CallStates } from './call-states.ts';
export {
  type BegunCall,
  type CallDetails,
  type Ending,
  GatedCalls,
  type GatedCallsOptions,
  type Look,
  type ToolCall,
} from './gated-calls.ts';
