import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const opencode: CatalogueFile = {
  id: 'opencode',
  servers: [],
  source: 'opencode.ai/docs/tools; github.com/sst/opencode, packages/opencode/src/tool',
  rows: [
    ...runs('shell.exec', 'bash', { command: 'command', description: 'description' }),
    ...reads('read grep glob list codesearch lsp_hover lsp_diagnostics lsp question'),
    ...reads('webfetch websearch', { kind: 'web.fetch' }),
    ...does('create', 'reversible', 'write', { kind: 'file.write' }),
    ...does('update', 'reversible', 'edit multiedit patch', {
      kind: 'file.edit',
      parts: { patchText: 'content' },
    }),
    ...does('draft', 'reversible', 'todowrite todoread skill plan_enter plan_exit'),
    ...does('control', 'reversible', 'task', {
      kind: 'task.delegate',
      parts: { prompt: 'prompt' },
    }),
  ],
};
