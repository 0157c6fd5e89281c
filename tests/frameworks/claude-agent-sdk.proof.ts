// Goal: the gate holds every tool of the Claude Agent SDK in every permission mode. Method: the suite of all adapters and the
// failures that were measured, with the real Claude Code and a model on loopback.
//
// Only `npm run prove` runs this file: Claude Code is a program of 350 MB. `claude-agent-sdk.test.ts` tests the hooks alone.
import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './claude-agent-sdk',
  title: 'the adapter for the Claude Agent SDK',
  howTo: 'use-the-claude-agent-sdk.md',
  whole: true,
});
