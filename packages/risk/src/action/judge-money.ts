import type { JsonValue } from '@countersign/protocol/json';
import { sumMoney } from './amounts.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { hasBankKey, moneyEffect } from './money-effect.ts';
import { role } from './parameter-key.ts';
import { countsInMinorUnits } from './payment-services.ts';
import type { Leaf } from './survey.ts';
import { splitWords } from './words.ts';

/** Records that state an amount without moving it. */
const statements = [
  'deal',
  'deals',
  'opportunity',
  'opportunities',
  'lead',
  'leads',
  'estimate',
  'forecast',
  'sheet',
  'sheets',
  'report',
  'proposal',
  'rfq',
  'pipeline',
  'quote',
  'quotes',
  'quotation',
  'proposals',
  'rates',
];

/** Ways to give money back that are not the way it came. */
const otherWays: ReadonlySet<string> = new Set(
  'wire transfer ach sepa cash check cheque crypto giftcard gift paypal venmo zelle iban btc usdc wallet alternate different new'.split(
    ' ',
  ),
);

const wayKeys: ReadonlySet<string> = new Set([
  'method',
  'refund_method',
  'destination',
  'refund_to',
  'payout_method',
  'via',
  'channel',
  'payment_method',
  'to',
  'to_method',
  'refund_destination',
]);

function moves(effect: Effect): boolean {
  return effect === 'pay' || effect === 'charge' || effect === 'refund';
}

function isAboutMoney(facts: CallFacts): boolean {
  const { domains, effect } = facts;
  if (domains.has('money') || domains.has('bank') || domains.has('payroll')) return true;
  return effect === 'pay' && (mentions(facts, certainlyPaying) || isTrade(facts));
}

/** Money that moves, is promised, or will move elsewhere than before. */
export function judgeMoney(facts: CallFacts, report: Report): void {
  const effect = moneyEffect(facts);
  const bankKeys = changesBankDetails(facts);
  const about = isAboutMoney(facts);
  if (
    facts.seen.leaves.some(leaf => isStoredValue(leaf, facts.settings.amount_max)) &&
    !facts.place.rehearsal
  )
    report('large_amount', 'high', 'gives many points');
  if (!about && !moves(effect) && !bankKeys) {
    judgeStatedAmount(facts, report);
    return;
  }
  // Stripe is so common that its name stands on tools of any make; its own writes the currency in small letters.
  const minorByHabit =
    facts.names.some(name => countsInMinorUnits(name.words)) ||
    (says(facts, 'stripe') && isLowerCurrency(facts.parameters['currency']));
  const money = sumMoney(facts.parameters, facts.seen, { minorByHabit });
  // `transfer_call` and `transfer_ticket` move no money.
  const others = !about || movesOtherThings(facts);
  if (moves(effect) && money.total === null && !bankKeys && others) return;
  if (isTested(facts)) report('data_write', 'medium', 'moves money in a test environment');
  else judgeRealMoney(facts, effect, money, report);
}

/** Where payments go, how many they are for, and how much moves. */
function judgeRealMoney(
  facts: CallFacts,
  effect: Effect,
  money: ReturnType<typeof sumMoney>,
  report: Report,
): void {
  const { domains } = facts;
  if (domains.has('payroll')) report('money_leaving', 'high', 'changes or runs payroll');
  if (!moves(effect) && (changesBankDetails(facts) || namesBank(facts, effect)))
    report('money_leaving', 'high', 'changes where payments go');
  if (domains.has('bank') && effect === 'delete') return;
  if (isForMany(facts) && !states(facts))
    report('bulk_records', 'high', 'changes money for many at once');
  movementJudges[effect]?.({ facts, total: money.total, report });
  if (moves(effect)) return;
  if (effect === 'approve') report('money_leaving', 'high', 'releases a payment');
  judgeTerms(facts, money, report);
  report('data_write', 'medium', 'changes a record about money');
}

function movesOtherThings(facts: CallFacts): boolean {
  const goods = says(facts, 'stock', 'inventory') && 'sku' in facts.parameters;
  return goods || mentions(facts, otherThings);
}

/** In a place without real money, or in a test mode that nothing contradicts. */
function isTested({ place, pretence }: CallFacts): boolean {
  if (pretence.liveKey) return false;
  return place.rehearsal || (pretence.testMode && !place.production && pretence.commits === null);
}

function namesBank({ domains, names }: CallFacts, effect: Effect): boolean {
  const writes = effect === 'update' || effect === 'create';
  return domains.has('bank') || (writes && names.some(name => name.words.indexOf('bank') > 0));
}

function isForMany({ reach, tool, settings }: CallFacts): boolean {
  return (
    reach.unbounded ||
    (reach.open && (tool.bulk || reach.count === null)) ||
    (reach.count ?? 0) > settings.records_max
  );
}

interface Movement {
  readonly facts: CallFacts;
  /** Dollars' worth, where an amount is stated. */
  readonly total: number | null;
  readonly report: Report;
}

/** Money that moves, by the way it moves. */
const movementJudges: Partial<Readonly<Record<Effect, (movement: Movement) => void>>> = {
  pay: ({ facts, total, report }) => {
    const large = total === null || total > facts.settings.amount_max;
    report('money_leaving', large && total !== null ? 'critical' : 'high', 'pays another party');
    if (large)
      report(
        'large_amount',
        'high',
        total === null ? 'no amount is stated' : 'more than the limit in sum',
      );
  },
  refund: ({ facts, total, report }) => {
    if (total === null) report('large_amount', 'high', 'gives back money without stating how much');
    else if (total > facts.settings.refund_max)
      report('large_amount', 'high', 'gives back more than the limit in sum');
    else report('data_write', 'medium', 'gives back a small amount');
    if (goesElsewhere(facts) || hasBankKey(facts))
      report('money_leaving', 'high', 'gives back money to somewhere else than it came from');
  },
  charge: ({ facts, total, report }) => {
    const billed = says(facts, 'invoice', 'bill') || (says(facts, 'retry') && facts.reach.single);
    if (total === null)
      report('large_amount', billed ? 'medium' : 'high', 'charges without stating how much');
    else if (total > facts.settings.refund_max)
      report('large_amount', 'high', 'charges more than the limit in sum');
    else report('data_write', 'medium', 'charges a small amount');
  },
};

/** Amounts, discounts and prices that are changed and do not move yet. */
function judgeTerms(facts: CallFacts, money: ReturnType<typeof sumMoney>, report: Report): void {
  const { total, percent } = money;
  if (total !== null && total > facts.settings.amount_max && !states(facts))
    report('large_amount', 'high', 'an amount above the limit');
  if (percent === null) return;
  if (percent >= 50 && mentions(facts, reductions))
    report('large_amount', 'high', 'gives away half or more');
  const named = facts.seen.leaves.some(leaf => leaf.key.last === 'id' || leaf.key.last === 'sku');
  if (says(facts, 'price', 'prices', 'pricing', 'rates') && !facts.reach.single && !named)
    report('bulk_records', 'high', 'changes an unknown number of prices by a percentage');
}

const reductions: ReadonlySet<string> = new Set(
  'coupon coupons discount discounts promo voucher price prices reprice'.split(' '),
);

const instruments: ReadonlySet<string> = new Set(['symbol', 'ticker', 'isin', 'cusip', 'side']);

/** An order at an exchange states what and how many, and seldom how much. */
function isTrade(facts: CallFacts): boolean {
  return facts.seen.leaves.some(leaf => instruments.has(leaf.key.name));
}

/** Points and miles are money of a kind; a thousand dollars' worth of them is never fewer than ten times as many. */
function isStoredValue({ key, value }: Leaf, most: number): boolean {
  return (
    typeof value === 'number' &&
    value > most * 10 &&
    (key.last === 'points' || key.last === 'miles' || key.last === 'coins')
  );
}

/**
 * A tool without known relation to money, with an amount and its currency among the parameters: a booking, an order.
 */
function judgeStatedAmount(facts: CallFacts, report: Report): void {
  if (
    facts.effect === 'send' ||
    facts.effect === 'delete' ||
    facts.place.rehearsal ||
    states(facts)
  )
    return;
  if (!facts.seen.leaves.some(leaf => (leaf.key.roles & role.amount) !== 0)) return;
  const { total, stated } = sumMoney(facts.parameters, facts.seen, { minorByHabit: false });
  if (stated && total !== null && total > facts.settings.amount_max) {
    report('large_amount', 'high', 'an amount above the limit');
  }
}

function states(facts: CallFacts): boolean {
  if (says(facts, 'accept', 'confirm', 'finalize', 'finalise', 'approve', 'submit', 'sign'))
    return false;
  return facts.names.some(name => name.words.some(word => statements.includes(word)));
}

const otherThings: ReadonlySet<string> = new Set(
  'call ticket chat file files ownership conversation session project repo repository domain data lead patient shipment'.split(
    ' ',
  ),
);
const certainlyPaying: ReadonlySet<string> = new Set(
  'pay payout wire remit disburse withdraw purchase buy donate trade invest procure cashout repay'.split(
    ' ',
  ),
);
/** A member that says where money goes to is being set. */
function changesBankDetails(facts: CallFacts): boolean {
  if (
    facts.effect !== 'create' &&
    facts.effect !== 'update' &&
    facts.effect !== 'unknown' &&
    facts.effect !== 'approve'
  )
    return false;
  return hasStrictBankKey(facts);
}

const strictBank: ReadonlySet<string> = new Set(
  `iban bic routing_number sort_code account_number bank_account bank_details payout_account remit_to clabe bsb ifsc payout_destination
  payout_method direct_deposit bank_account_details account_details iban_number bank_account_number bank_account_id payout_iban recipient_iban destination_iban crypto_address wallet_address`.split(
    /\s+/,
  ),
);

function hasStrictBankKey(facts: CallFacts): boolean {
  for (const leaf of facts.seen.leaves) {
    if (isBankKey(leaf.key) || (leaf.parent !== null && isBankKey(leaf.parent))) return true;
    if (isIban(leaf.value) && (leaf.key.roles & (role.prose | role.identity)) === 0) return true;
    // `field: "iban"` with a value beside it sets it as well.
    if (
      (leaf.key.name === 'field' || leaf.key.name === 'column' || leaf.key.name === 'property') &&
      typeof leaf.value === 'string' &&
      strictBank.has(splitWords(leaf.value).join('_'))
    )
      return true;
  }
  return false;
}

function isBankKey({ name, words, roles }: Leaf['key']): boolean {
  return (
    strictBank.has(name) ||
    ((roles & role.bank) !== 0 && words.length > 1 && words.includes('bank'))
  );
}

/** The number of a bank account says what it is under any name. */
function isIban(value: Leaf['value']): boolean {
  return (
    typeof value === 'string' &&
    /^[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?$/u.test(value.trim().slice(0, 50))
  );
}

function goesElsewhere(facts: CallFacts): boolean {
  for (const leaf of facts.seen.leaves) {
    if (!wayKeys.has(leaf.key.name) || typeof leaf.value !== 'string') continue;
    const words = splitWords(leaf.value);
    if (words.includes('original')) continue;
    if (words.some(word => otherWays.has(word)) || leaf.value.includes('@')) return true;
  }
  return false;
}

function isLowerCurrency(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value === value.toLowerCase();
}
