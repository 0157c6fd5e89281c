export {
  type GateMiddleware,
  gateToolCalls,
  type Interruption,
  type LangChainParts,
} from './gate-tool-calls.ts';
