import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const figma: CatalogueFile = {
  id: 'figma',
  servers: ['figma', 'figma-developer-mcp', 'framelink', 'sanity', 'contentful', 'canva'],
  source:
    'npm figma-developer-mcp 0.13.2, @sanity/mcp-server 0.12.1; developers.figma.com/docs/figma-mcp-server/tools-and-prompts',
  rows: [
    ...reads(
      'get_figma_data download_figma_images get_design_context get_variable_defs get_code_connect_map get_screenshot get_metadata get_figjam create_design_system_rules get_schema query_documents list_datasets list_releases list_projects semantic_search get_initial_context',
    ),
    ...does(
      'create',
      'reversible',
      'create_document create_version create_release add_code_connect_map transform_document transform_image translate_document',
    ),
    ...does(
      'update',
      'reversible',
      'update_document patch_document edit_release unpublish_document schedule_release unschedule_release archive_release unarchive_release version_replace_document',
    ),
    ...does('send', 'externally_reversible', 'publish_document publish_release', {
      raises: [shared.publishes],
    }),
    ...does('create', 'reversible', 'create_dataset update_dataset', {
      raises: [shared.opensShop],
    }),
    ...does(
      'delete',
      'irreversible',
      'delete_document version_discard_document version_unpublish_document',
    ),
    ...does('delete', 'irreversible', 'delete_release', { raises: [shared.erases] }),
  ],
};
