import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const firecrawl: CatalogueFile = {
  id: 'firecrawl',
  servers: ['firecrawl', 'firecrawl-mcp', 'apify', 'actors'],
  source: 'npm firecrawl-mcp 3.22.2, @apify/actors-mcp-server 0.10.6',
  rows: [
    ...reads(
      'firecrawl_scrape firecrawl_map firecrawl_search firecrawl_crawl firecrawl_check_crawl_status firecrawl_extract firecrawl_parse firecrawl_agent firecrawl_agent_status firecrawl_research_search_papers firecrawl_research_read_paper firecrawl_monitor_list firecrawl_monitor_get firecrawl_monitor_checks',
      { kind: 'web.fetch' },
    ),
    ...reads('search-actors fetch-actor-details get-actor-run get-dataset-items get-actor-output'),
    ...does('create', 'externally_reversible', 'firecrawl_interact', {
      kind: 'screen.act',
      parts: { prompt: 'prompt', code: 'code' },
    }),
    ...does('create', 'reversible', 'firecrawl_monitor_create', { raises: [shared.schedules] }),
    ...does(
      'update',
      'reversible',
      'firecrawl_monitor_update firecrawl_monitor_run firecrawl_interact_stop firecrawl_feedback',
    ),
    ...does('delete', 'reversible', 'firecrawl_monitor_delete'),
    ...does('control', 'externally_reversible', 'call-actor', {
      raises: [['unknown_code', 'high', 'runs a program of another author']],
    }),
    ...does('create', 'reversible', 'add-actor', {
      raises: [['unknown_code', 'high', 'adds a program of another author as a tool']],
    }),
  ],
};
