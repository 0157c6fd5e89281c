import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const square: CatalogueFile = {
  id: 'square',
  servers: ['square', 'square_api', 'square-mcp'],
  source: 'npm square-mcp-server 0.1.2; developer.squareup.com/reference/square',
  rows: [
    ...reads('get_service_info get_type_info'),
    ...runs('http.request', 'make_api_request', { method: 'operation', request: 'body' }),
    ...reads(
      'list_payments get_payment list_customers search_orders retrieve_inventory_count list_locations',
    ),
    ...does('charge', 'externally_reversible', 'create_payment', {
      parts: { amount_money: 'amount_cents' },
    }),
    ...does('refund', 'irreversible', 'refund_payment', {
      parts: { amount_money: 'amount_cents' },
    }),
    ...does('update', 'reversible', 'cancel_payment update_order'),
  ],
};
