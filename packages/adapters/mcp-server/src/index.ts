export {
  type GatedToolOptions,
  registerGatedTool,
  type ToolConfig,
  type ToolServer,
} from './register-gated-tool.ts';
