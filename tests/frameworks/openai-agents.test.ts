import { describeFramework } from './describe-framework.ts';

await describeFramework({
  name: 'openai-agents',
  title: 'the adapter for the OpenAI Agents SDK',
  howTo: 'use-openai-agents.md',
});
