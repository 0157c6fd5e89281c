import { type CatalogueFile, does, reads } from '../catalogue-file.ts';

export const notion: CatalogueFile = {
  id: 'notion',
  servers: ['notion', 'notionapi', 'notion-api'],
  source:
    'npm @notionhq/notion-mcp-server 2.5.2, notion-openapi.json; developers.notion.com/docs/mcp-supported-tools',
  rows: [
    ...reads(
      'API-post-search API-get-user API-get-users API-get-self API-retrieve-a-page API-retrieve-a-block API-get-block-children API-retrieve-a-page-property API-retrieve-a-comment API-query-data-source API-retrieve-a-data-source API-retrieve-a-database API-list-data-source-templates API-retrieve-page-markdown',
    ),
    ...reads(
      'notion-search notion-fetch notion-get-comments notion-get-users notion-get-teams notion-get-self notion-query-data-sources',
    ),
    ...does(
      'create',
      'reversible',
      'API-post-page API-create-a-comment API-create-a-data-source API-patch-block-children notion-create-pages notion-create-comment notion-create-database notion-duplicate-page',
    ),
    ...does(
      'update',
      'reversible',
      'API-patch-page API-update-a-block API-update-a-data-source API-move-page API-update-page-markdown notion-update-page notion-move-pages notion-update-data-source notion-update-database',
    ),
    ...does('delete', 'reversible', 'API-delete-a-block'),
  ],
};
