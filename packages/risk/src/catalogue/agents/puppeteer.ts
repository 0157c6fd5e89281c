import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const puppeteer: CatalogueFile = {
  id: 'puppeteer',
  servers: ['puppeteer'],
  source: 'npm @modelcontextprotocol/server-puppeteer 2025.5.12; npm puppeteer-mcp-server README',
  rows: [
    ...reads('puppeteer_navigate', { kind: 'web.fetch', parts: { url: 'url' } }),
    ...reads('puppeteer_screenshot puppeteer_hover', { kind: 'screen.act' }),
    ...does('create', 'externally_reversible', 'puppeteer_click puppeteer_fill puppeteer_select', {
      kind: 'screen.act',
    }),
    ...runs('code.execute', 'puppeteer_evaluate', { script: 'code' }),
    ...does('control', 'reversible', 'puppeteer_connect_active_tab', { kind: 'screen.act' }),
  ],
};
