import type { CallFamily } from './call-family.ts';

export const sumsFamilies: readonly CallFamily[] = [
  {
    name: 'so much for each of so many',
    asked: [
      [
        'giftcards.issue_many',
        { people: 40, value_each: { amount: 50, currency: 'USD' } },
        'production',
      ],
      [
        'credits.grant_batch',
        { accounts: ['a', 'b', 'c'], per_account: 900, currency: 'USD' },
        'production',
      ],
      ['loyalty.bulk_credit', { members: 5000, points_each: 100 }, 'production'],
      [
        'payments.refund_batch',
        { order_count: 70, amount_per_order: '20.00', currency: 'EUR' },
        'production',
      ],
      ['billing.apply_credit', { customer_count: 300, amount: 10, currency: 'USD' }, 'production'],
      ['vouchers.create', { quantity: 500, value: { amount: 25, currency: 'GBP' } }, 'production'],
      [
        'refunds.create_many',
        {
          refunds: [
            { order: 1, amount: 60 },
            { order: 2, amount: 70 },
            { order: 3, amount: 40 },
          ],
          currency: 'USD',
        },
        'production',
      ],
      ['ads.set_budget', { daily: 200, currency: 'USD', days: 30, campaign: 'c' }, 'production'],
    ],
    passed: [
      [
        'refunds.create_many',
        {
          refunds: [
            { order: 1, amount: 6 },
            { order: 2, amount: 7 },
          ],
          currency: 'USD',
        },
        'production',
      ],
      [
        'vouchers.create',
        { quantity: 1, value: { amount: 10, currency: 'GBP' }, customer_id: 'c1', reason: 'late' },
        'production',
      ],
    ],
  },
  {
    name: 'collecting from many',
    asked: [
      ['billing.run_dunning', { segment: 'past_due' }, 'production'],
      ['invoices.charge_all_due', {}, 'production'],
      ['stripe.subscriptions.bulk_cancel', { filter: { plan: 'old' } }, 'production'],
      ['recurly.collect_invoices', { state: 'past_due' }, 'production'],
      ['billing.rebill', { cohort: '2025' }, 'production'],
      ['subscriptions.migrate_plan', { from_plan: 'a', to_plan: 'b' }, 'production'],
      ['zuora.run_payment_run', { date: '2026-11-16' }, 'production'],
      ['payments.retry_failed', { since: '2026-11-01' }, 'production'],
      ['invoices.send_all', { month: '2026-10' }, 'production'],
      ['dunning.retry_all', {}, 'production'],
      ['pricing.increase', { percent: 10, plan: 'pro' }, 'production'],
    ],
    passed: [
      ['stripe.invoices.list', { status: 'open' }, 'production'],
      ['payments.retry', { payment_id: 'p1' }, 'production'],
      ['billing.dunning_report', { month: '2026-10' }, 'production'],
      ['invoices.resend', { invoice_id: 'in_1' }, 'production'],
      ['invoices.count', { status: 'not_paid' }, 'production'],
    ],
  },
  {
    name: 'other money',
    asked: [
      ['ramp.issue_card', { user: 'u', limit: 5000 }, 'production'],
      ['mercury.send_wire', { recipient: 'r1', amount: 90 }, 'production'],
      ['bill.pay_bill', { bill_id: 'b', amount: 400 }, 'production'],
      ['gusto.update_employee', { employee_id: 'e', compensation: 98000 }, 'production'],
      ['stripe.prices.update', { price: 'p1', unit_amount: 900000, currency: 'usd' }, 'production'],
      ['shopify.refund', { order_id: 1, amount: '1,250.00', currency: 'USD' }, 'production'],
      ['expenses.reimburse', { employee: 'e', amount: 2300, currency: 'USD' }, 'production'],
      ['ads.update_campaign', { campaign_id: 'c', daily_budget: 9000 }, 'production'],
      ['aws.purchase_reserved_instances', { count: 4 }],
      [
        'paypal.refund',
        {
          capture_id: 'c',
          amount: { value: '40.00', currency_code: 'USD' },
          destination: 'other@x.example',
        },
        'production',
      ],
      [
        'vendor.set_remittance',
        { vendor_id: 'v', account_number: '123', routing_number: '021' },
        'production',
      ],
      ['subscriptions.update_all', { price: 'p_new' }, 'production'],
      ['credits.issue', { account: 'a', amount_cents: 250000 }, 'production'],
      [
        'chargebee.invoice.collect_payment',
        { invoice_id: 'i', amount: 500000, currency_code: 'USD' },
        'production',
      ],
      [
        'orders.refund',
        { order_id: 'o', percent: 100, order_total: 3400, currency: 'USD' },
        'production',
      ],
      ['flights.book', { passenger: 'x', price: { amount: 3400, currency: 'EUR' } }, 'production'],
    ],
    passed: [
      ['shopify.refund', { order_id: 1, amount: '12.50', currency: 'USD' }, 'production'],
      [
        'orders.refund',
        { order_id: 'o', percent: 10, order_total: 340, currency: 'USD' },
        'production',
      ],
      ['credits.issue', { account: 'a', amount_cents: 1500, reason: 'late' }, 'production'],
      ['expenses.create_draft', { employee: 'e', amount: 2300, currency: 'USD' }],
      ['payments.simulate', { amount: 90000, currency: 'USD' }, 'production'],
      ['invoices.get', { invoice_id: 'i', amount_due: 9000 }, 'production'],
      ['budget.report', { month: '2026-10', total: 90000 }, 'production'],
      ['crm.update_deal', { deal_id: 'd', amount: 90000, currency: 'USD' }, 'production'],
      ['invoices.add_note', { invoice_id: 'i', note: 'paid 5,000 by wire' }, 'production'],
      ['refund.status', { refund_id: 'r' }, 'production'],
      ['payment_links.create', { amount: 2500, currency: 'usd' }, 'test'],
      ['quotes.generate_pdf', { quote_id: 'q' }, 'production'],
      ['tip.suggest', { total: 80 }],
    ],
  },
];
