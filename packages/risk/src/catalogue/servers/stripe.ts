import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const stripe: CatalogueFile = {
  id: 'stripe',
  servers: ['stripe', 'stripe-mcp', 'stripe-agent-toolkit'],
  source: 'docs.stripe.com/mcp; npm @stripe/mcp README',
  rows: [
    ...reads(
      'list_customers list_products list_prices list_invoices list_payment_intents list_subscriptions list_coupons list_disputes retrieve_balance get_stripe_account_info search_stripe_documentation search_stripe_resources fetch_stripe_resources search_documentation',
    ),
    ...does('create', 'reversible', 'create_customer create_product create_price create_coupon'),
    ...does('draft', 'reversible', 'create_invoice create_invoice_item', {
      parts: { amount: 'amount_cents' },
    }),
    ...does('create', 'reversible', 'create_payment_link'),
    ...does('charge', 'externally_reversible', 'finalize_invoice'),
    ...does('refund', 'irreversible', 'create_refund', { parts: { amount: 'amount_cents' } }),
    ...does(
      'charge',
      'externally_reversible',
      'create_payment_intent create_charge confirm_payment_intent capture_payment_intent',
      { parts: { amount: 'amount_cents' } },
    ),
    ...does('pay', 'externally_reversible', 'create_transfer create_payout', {
      parts: { amount: 'amount_cents', destination: 'to' },
    }),
    ...does('update', 'externally_reversible', 'update_subscription update_dispute', {
      raises: [['money_leaving', 'high', 'changes what a customer pays or what is disputed']],
    }),
    ...does('update', 'irreversible', 'cancel_subscription'),
    ...runs('http.request', 'stripe_api_execute', { method: 'method', path: 'url', body: 'body' }),
  ],
};
