import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './mastra',
  title: 'the adapter for Mastra',
  howTo: 'use-mastra.md',
});
