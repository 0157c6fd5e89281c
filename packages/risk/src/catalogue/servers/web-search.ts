import { type CatalogueFile, does, reads } from '../catalogue-file.ts';

export const webSearch: CatalogueFile = {
  id: 'web-search',
  servers: [
    'brave-search',
    'brave_search',
    'brave',
    'exa',
    'tavily',
    'context7',
    'fetch',
    'google-maps',
    'google_maps',
  ],
  source:
    'npm @modelcontextprotocol/server-brave-search 0.6.2, exa-mcp-server 3.4.1, tavily-mcp 0.2.22, @upstash/context7-mcp, @modelcontextprotocol/server-google-maps',
  rows: [
    ...reads('brave_web_search brave_local_search brave_news_search brave_image_search', {
      kind: 'web.fetch',
    }),
    ...reads(
      'web_search_exa web_search_advanced_exa web_fetch_exa company_research_exa crawling_exa linkedin_search_exa people_search_exa get_code_context_exa deep_search_exa deep_researcher_start deep_researcher_check',
      { kind: 'web.fetch' },
    ),
    ...reads('tavily_search tavily_extract tavily_crawl tavily_map tavily_research', {
      kind: 'web.fetch',
    }),
    ...reads('resolve-library-id get-library-docs query-docs', { kind: 'web.fetch' }),
    ...reads(
      'maps_geocode maps_reverse_geocode maps_search_places maps_place_details maps_distance_matrix maps_elevation maps_directions',
      { kind: 'web.fetch' },
    ),
    ...does('read', 'read_only', 'fetch', { kind: 'web.fetch', parts: { url: 'url' } }),
  ],
};
