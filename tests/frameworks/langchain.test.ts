import { describeFramework } from './describe-framework.ts';

await describeFramework({
  folder: './langchain',
  title: 'the adapter for LangChain',
  howTo: 'use-langchain.md',
});
