import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './ai-sdk',
  title: 'the adapter for the AI SDK',
  howTo: 'use-the-ai-sdk.md',
});
