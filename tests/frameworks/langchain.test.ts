import { describeFramework } from './describe-framework.ts';

await describeFramework({
  name: 'langchain',
  title: 'the adapter for LangChain',
  howTo: 'use-langchain.md',
});
