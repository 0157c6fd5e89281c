export {
  type BegunCall,
  type CallDetails,
  type Ending,
  GatedCalls,
  type GatedCallsOptions,
  type Look,
  type ToolCall,
} from './gated-calls.ts';
