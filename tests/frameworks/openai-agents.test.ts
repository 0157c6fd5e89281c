import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './openai-agents',
  title: 'the adapter for the OpenAI Agents SDK',
  howTo: 'use-openai-agents.md',
});
