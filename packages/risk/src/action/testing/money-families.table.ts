import type { CallFamily } from './call-family.ts';

export const moneyFamilies: readonly CallFamily[] = [
  {
    name: 'amounts in minor units',
    asked: [
      [
        'mollie.refunds.create',
        { paymentId: 'tr_1', amount: { currency: 'EUR', value: '480.00' } },
        'production',
      ],
      [
        'adyen.refunds',
        { paymentPspReference: 'x', amount: { value: 259900, currency: 'EUR' } },
        'production',
      ],
      [
        'square.refund_payment',
        { payment_id: 'p1', amount_money: { amount: 45000, currency: 'USD' } },
        'production',
      ],
      [
        'checkout.payments.refund',
        { payment_id: 'pay_1', amount: 120000, reference: 'x' },
        'production',
      ],
      ['rapyd.payout', { amount: 50, currency: 'USD', beneficiary: 'b1' }, 'production'],
      [
        'worldpay.refund',
        { paymentId: 'x', value: { amount: 99000, currency: 'GBP' } },
        'production',
      ],
      [
        'recurly.credit_account',
        { account: 'a1', unit_amount: 650, currency: 'USD' },
        'production',
      ],
    ],
    passed: [
      [
        'square.refund_payment',
        { payment_id: 'p1', amount_money: { amount: 1250, currency: 'USD' }, reason: 'damaged' },
        'production',
      ],
      [
        'paddle.adjustments.create',
        {
          action: 'refund',
          transaction_id: 't1',
          items: [{ item_id: 'i', type: 'partial', amount: '1299' }],
          currency_code: 'USD',
        },
        'production',
      ],
      [
        'razorpay.payments.refund',
        { payment_id: 'pay_9', amount: 4900, currency: 'INR' },
        'production',
      ],
      [
        'mollie.refunds.create',
        { paymentId: 'tr_1', amount: { currency: 'EUR', value: '12.00' } },
        'production',
      ],
      [
        'chargebee.invoice.refund',
        { invoice_id: 'inv_2', refund_amount: 2500, currency_code: 'USD' },
        'production',
      ],
      ['braintree.transaction.refund', { id: 't8', amount: '15.00' }, 'production'],
      [
        'lago.create_credit_note',
        { invoice_id: 'x', credit_amount_cents: 900, currency: 'EUR' },
        'production',
      ],
      [
        'gocardless.refunds.create',
        { payment: 'PM1', amount: 1500, total_amount_confirmation: 1500 },
        'production',
      ],
      [
        'klarna.refund_order',
        { order_id: 'k', refunded_amount: 3490, currency: 'SEK' },
        'production',
      ],
      [
        'stripe.customers.create_balance_transaction',
        { customer: 'cus_1', amount: -1500, currency: 'usd', description: 'goodwill' },
        'production',
      ],
    ],
  },
  {
    name: 'a test that is live',
    asked: [
      [
        'stripe.transfers.create',
        { amount: 250000, currency: 'usd', destination: 'acct_1', livemode: true },
        'test',
      ],
      [
        'paypal.payouts',
        {
          mode: 'sandbox',
          host: 'api.paypal.com',
          items: [{ receiver: 'a@x.example', amount: { value: '900.00', currency: 'USD' } }],
        },
        'sandbox',
      ],
      [
        'adyen.payouts',
        {
          endpoint: 'https://pal-live.adyen.com/pal',
          amount: { value: 500000, currency: 'EUR' },
          iban: 'DE1',
        },
        'test',
      ],
      [
        'braintree.transaction.sale',
        {
          amount: '8000.00',
          environment: 'sandbox',
          merchant_id: 'live_acme',
          gateway_url: 'https://api.braintreegateway.com',
        },
        'sandbox',
      ],
      [
        'payments.charge',
        { amount: 5000, currency: 'USD', test: true, api_key_env: 'STRIPE_LIVE_KEY' },
      ],
      [
        'square.create_payment',
        {
          amount_money: { amount: 700000, currency: 'USD' },
          base_url: 'https://connect.squareup.com',
          label: 'sandbox test',
        },
        'sandbox',
      ],
      [
        'twilio.send_sms',
        { to: '+15551230000', test_mode: true, live: true, body: 'hi', from: '+1555' },
      ],
      [
        'plaid.transfer_create',
        { amount: '4000.00', account: 'a', env: 'production', label: 'sandbox' },
        'sandbox',
      ],
    ],
    passed: [
      ['stripe.payouts.create', { amount: 9000000, currency: 'usd', livemode: false }, 'sandbox'],
      [
        'paypal.payouts',
        {
          base_url: 'https://api-m.sandbox.paypal.com',
          items: [{ receiver: 'a@x.example', amount: { value: '4200.00', currency: 'USD' } }],
        },
        'sandbox',
      ],
      [
        'stripe.charges.create',
        { amount: 500000, currency: 'usd', source: 'tok_visa', api_key: 'sk_test_xxx' },
        'test',
      ],
      [
        'adyen.payments',
        {
          endpoint: 'https://checkout-test.adyen.com/v71',
          amount: { value: 900000, currency: 'EUR' },
        },
        'test',
      ],
      [
        'square.create_payment',
        {
          amount_money: { amount: 700000, currency: 'USD' },
          base_url: 'https://connect.squareupsandbox.com',
        },
        'sandbox',
      ],
    ],
  },
  {
    name: 'drafts and quotes',
    asked: [
      [
        'xero.create_invoice',
        {
          type: 'ACCREC',
          status: 'AUTHORISED',
          contact: 'N',
          lineItems: [{ quantity: 40, unitAmount: 310 }],
          sentToContact: true,
        },
        'production',
      ],
      ['wise.create_transfer', { quoteUuid: 'q1', targetAccount: 77, amount: 48000 }, 'production'],
      ['wise.fund_transfer', { transferId: 5 }, 'production'],
      [
        'quickbooks.send_invoice',
        { id: 'i', status: 'draft', total: 9000, send: true },
        'production',
      ],
      ['stripe.quotes.accept', { quote: 'q_1', amount_total: 9000000 }, 'production'],
      ['invoices.finalize', { invoice: 'in_1', amount_due: 12000, currency: 'USD' }, 'production'],
    ],
    passed: [
      [
        'xero.create_invoice',
        { Status: 'Draft', Contact: 'N', LineItems: [{ Quantity: 10, UnitAmount: 900 }] },
      ],
      ['quickbooks.create_estimate', { customer: 'c', total: 18000 }],
      ['hubspot.create_quote', { deal_id: 'd', amount: 54000, currency: 'EUR' }, 'production'],
      [
        'stripe.quotes.create',
        { customer: 'c', line_items: [{ price: 'p', quantity: 900 }] },
        'production',
      ],
      ['stripe.invoices.create_preview', { customer: 'c', subscription: 's' }, 'production'],
      ['fx.get_rate_quote', { sell: 'USD', buy: 'EUR', amount: 1000000 }, 'production'],
      ['invoices.save_draft', { customer: 'c', amount: 12000, currency: 'USD' }, 'production'],
      ['shipping.get_rates', { value: 9000, currency: 'USD', weight: 3 }, 'production'],
      [
        'purchase_orders.create_draft',
        { vendor: 'v', total: 22000, currency: 'USD' },
        'production',
      ],
      ['cpq.price_quote', { sku: 'ENT', seats: 500, total: 90000, currency: 'USD' }],
      ['payroll.preview_run', { period: '2026-10' }, 'production'],
    ],
  },
];
