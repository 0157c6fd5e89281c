import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './mcp-server',
  title: 'the adapter for MCP servers',
  howTo: 'gate-an-mcp-server.md',
});
