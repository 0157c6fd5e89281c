import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const shopify: CatalogueFile = {
  id: 'shopify',
  servers: ['shopify', 'shopify-dev-mcp', 'shopify-mcp', 'shopify_admin'],
  source: 'npm @shopify/dev-mcp; github.com/GeLi2001/shopify-mcp README',
  rows: [
    ...reads(
      'learn_shopify_api search_docs_chunks fetch_full_docs validate_graphql_codeblocks validate_component_codeblocks validate_theme introspect_graphql_schema',
    ),
    ...reads(
      'get-products get-product-by-id get-customers get-customer-orders get-orders get-order-by-id',
    ),
    ...does(
      'update',
      'reversible',
      'update-customer update-order update-product update-product-variant',
    ),
    ...does('create', 'reversible', 'create-product create-draft-order'),
    ...does('refund', 'irreversible', 'refund-order create-refund'),
    ...does('control', 'irreversible', 'cancel-order', {
      raises: [['irreversible', 'high', 'a cancelled order is not restored']],
    }),
    ...does('delete', 'irreversible', 'delete-product delete-customer', {
      raises: [shared.erases],
    }),
    ...runs('http.request', 'admin_graphql'),
  ],
};
