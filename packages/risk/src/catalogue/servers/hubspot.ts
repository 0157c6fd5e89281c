import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const hubspot: CatalogueFile = {
  id: 'hubspot',
  servers: ['hubspot', 'hubspot-mcp', 'pipedrive'],
  source: 'npm @hubspot/mcp-server 0.4.0',
  rows: [
    ...reads(
      'hubspot-get-user-details hubspot-list-objects hubspot-search-objects hubspot-batch-read-objects hubspot-get-schemas hubspot-list-properties hubspot-get-property hubspot-get-engagement hubspot-list-associations hubspot-get-association-definitions hubspot-list-workflows hubspot-get-workflow hubspot-get-link hubspot-generate-feedback-link',
    ),
    ...does('create', 'reversible', 'hubspot-create-engagement'),
    ...does(
      'create',
      'reversible',
      'hubspot-batch-create-objects hubspot-batch-create-associations',
    ),
    ...does('update', 'reversible', 'hubspot-batch-update-objects'),
    ...does('update', 'reversible', 'hubspot-update-engagement'),
    ...does('create', 'reversible', 'hubspot-create-property hubspot-update-property', {
      raises: [shared.alters],
    }),
  ],
};
