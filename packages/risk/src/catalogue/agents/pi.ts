import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const pi: CatalogueFile = {
  id: 'pi',
  servers: [],
  source: 'npm @mariozechner/pi-coding-agent 0.73.1, built-in and example tools',
  rows: [
    ...runs('shell.exec', 'bash', { command: 'command' }),
    ...reads('read grep find ls ripgrep'),
    ...reads('question questionnaire'),
    ...does('create', 'reversible', 'write', { kind: 'file.write' }),
    ...does('update', 'reversible', 'edit', { kind: 'file.edit', parts: { newText: 'content' } }),
    ...does('draft', 'reversible', 'todo structured_output'),
    ...does('control', 'reversible', 'subagent', {
      kind: 'task.delegate',
      parts: { task: 'prompt', prompt: 'prompt' },
    }),
  ],
};
