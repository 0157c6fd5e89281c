import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const paypal: CatalogueFile = {
  id: 'paypal',
  servers: ['paypal', 'paypal-mcp', 'wise', 'braintree'],
  source: 'npm @paypal/agent-toolkit 1.8.0',
  rows: [
    ...reads(
      'list_invoices get_invoice get_order list_products show_product_details list_subscription_plans show_subscription_plan_details show_subscription_details list_transactions list_disputes get_dispute get_refund get_shipment_tracking get_merchant_insights generate_invoice_qr_code',
    ),
    ...does('draft', 'reversible', 'create_invoice'),
    ...does(
      'create',
      'reversible',
      'create_product create_subscription_plan create_shipment_tracking update_shipment_tracking update_product create_order',
    ),
    ...does(
      'send',
      'externally_reversible',
      'send_invoice send_invoice_reminder cancel_sent_invoice',
    ),
    ...does('charge', 'externally_reversible', 'pay_order create_subscription', {
      raises: [shared.spends],
    }),
    ...does('refund', 'irreversible', 'create_refund'),
    ...does('update', 'externally_reversible', 'update_subscription update_plan'),
    ...does('update', 'irreversible', 'cancel_subscription'),
    ...does('pay', 'irreversible', 'accept_dispute_claim', { raises: [shared.spends] }),
  ],
};
