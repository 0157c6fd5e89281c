import { splitWords } from './words.ts';

/** Services whose interface counts in whole minor units, whatever the currency. */
const minorServices: ReadonlySet<string> = new Set(
  `adyen square squareup razorpay gocardless paystack checkout klarna chargebee paddle lago worldpay omise pagarme conekta
  spreedly primer lemonsqueezy lithic finix moov mangopay paysafe globalpayments zettle affirm payu treasury_prime
  modern_treasury increase column unit_api brex orb metronome stigg maxio bolt afterpay_cents hyperswitch tilled`.split(
    /\s+/,
  ),
);

/** Services that count in whole currency, mostly as text with decimals. */
const wholeServices: ReadonlySet<string> = new Set(
  `paypal braintree braintreegateway mollie recurly zuora rapyd flutterwave xendit midtrans mercadopago dwolla plaid wise transferwise
  payoneer airwallex revolut sumup authorizenet cybersource bluesnap nuvei trustly dlocal ebanx helcim stax marqeta ramp
  coinbase kraken binance alpaca venmo cashapp zelle skrill payu fastspring chargify`.split(/\s+/),
);

/** Names of services that are no ordinary words, so that they say by themselves what a tool is about. */
export const paymentServiceNouns = `adyen squareup razorpay gocardless paystack klarna chargebee paddle lago worldpay omise pagarme conekta spreedly lemonsqueezy
  lithic finix mangopay paysafe mollie recurly zuora rapyd flutterwave xendit midtrans mercadopago dwolla payoneer airwallex
  authorizenet cybersource bluesnap nuvei trustly dlocal ebanx helcim marqeta coinbase kraken binance bitgo fireblocks metamask venmo cashapp zelle skrill chargify braintree pix bizum blik twint swish ideal_payment upi paynow mobilepay vipps interac promptpay`;

export function countsInMinorUnits(words: readonly string[]): boolean {
  return words.some(word => minorServices.has(word));
}

/** One interface for both, where the key decides and not the host. */
const hostsOfBoth: ReadonlySet<string> = new Set(
  'stripe razorpay paystack mollie chargebee paddle recurly flutterwave xendit omise'.split(' '),
);

/**
 * True for the host at which a payment service moves real money. Most have another one for tests, and that one
 * says so in its name.
 */
export function isLivePaymentHost(host: string): boolean {
  const name = host.toLowerCase().slice(0, 253);
  if (!name.includes('.') || /sandbox|test|mock|demo|stag|localhost|\.internal$/u.test(name))
    return false;
  const labels = name.split('.').flatMap(label => [label, ...splitWords(label)]);
  if (labels.some(label => hostsOfBoth.has(label))) return labels.includes('live');
  return labels.some(label => minorServices.has(label) || wholeServices.has(label));
}
