import { type CallFacts, mentions, says } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { role } from './parameter-key.ts';

const paying: ReadonlySet<string> = new Set(
  'payout payouts transfer transfers wire wires remittance disbursement withdrawal purchase purchases funds money ach sepa cash giftcard giftcards'.split(
    ' ',
  ),
);
const charging: ReadonlySet<string> = new Set([
  'charge',
  'charges',
  'payment',
  'payments',
  'debit',
  'debits',
]);
const refunding: ReadonlySet<string> = new Set([
  'refund',
  'refunds',
  'reimbursement',
  'reimbursements',
  'chargeback',
]);

/** What is read of a call before it is judged. */
type Named = Pick<CallFacts, 'effect' | 'names' | 'seen' | 'domains'>;

/**
 * `payouts.create` and `send_money` pay, `refunds.create` refunds: the noun tells the effect, and the verb does not.
 */
export function moneyEffect(facts: Named): Effect {
  const { effect } = facts;
  if (!['create', 'send', 'control', 'update', 'unknown', 'grant', 'deploy'].includes(effect))
    return effect;
  if (effect === 'update' && !says(facts, 'move', 'submit', 'accept', 'confirm')) return effect;
  if (mentions(facts, refunding)) return 'refund';
  if (mentions(facts, paying)) return 'pay';
  if (effect === 'send' && sendsMoney(facts)) return 'pay';
  if (
    effect === 'send' &&
    says(facts, 'transaction', 'transactions', 'coins', 'crypto', 'eth', 'btc', 'usdc', 'wallet')
  )
    return 'pay';
  if (!mentions(facts, charging)) return effect;
  if (effect === 'send' || hasBankKey(facts)) return 'pay';
  // A run of payments is proposed first; the call that executes the proposal pays.
  if (effect === 'create' && says(facts, 'proposal', 'proposals')) return effect;
  return says(facts, 'link', 'links', 'note', 'reminder', 'method', 'methods') ? effect : 'charge';
}

/** An amount with its currency, on its way to a recipient; not a message that mentions one. */
function sendsMoney(facts: Named): boolean {
  if (facts.domains.has('message') || mentions(facts, tellings)) return false;
  const amount = facts.seen.leaves.some(
    leaf => leaf.depth <= 1 && (leaf.key.roles & role.amount) !== 0,
  );
  return amount && facts.seen.leaves.some(leaf => currencies.has(leaf.key.last));
}

const currencies: ReadonlySet<string> = new Set(['currency', 'asset', 'coin', 'ccy', 'code']);
const tellings: ReadonlySet<string> = new Set(
  'receipt receipts invoice invoices reminder quote statement confirmation notice offer estimate report'.split(
    ' ',
  ),
);

export function hasBankKey(facts: Named): boolean {
  return facts.seen.leaves.some(
    leaf =>
      (leaf.key.roles & role.bank) !== 0 &&
      leaf.value !== null &&
      leaf.value !== '' &&
      leaf.key.name !== 'payment_details',
  );
}
