import { describeFramework } from './describe-framework.ts';

await describeFramework({
  name: 'ai-sdk',
  title: 'the adapter for the AI SDK',
  howTo: 'use-the-ai-sdk.md',
});
