import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import { isYes, type Leaf } from './survey.ts';
import { readAddress } from './web-address.ts';
import { hasAny, splitWords } from './words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));
const forms = words('form forms');
const sums = words('amount total sum price payment amt');
const payees = words(
  'beneficiary payee iban bic swift account card cvv cvc recipient wallet routing vendor creditor',
);
const paying = words(
  'transfer transfers pay payment payments checkout wire wires bank banking donate purchase payout payouts remit remittance',
);
const labels = words('name label field key id placeholder title');

/** A form with a sum and someone to receive it pays when it is sent, on whatever page it stands. */
export function judgeForms(facts: CallFacts, report: Report): void {
  if (!mentions(facts, forms) || facts.place.rehearsal || !submits(facts)) return;
  const fields = facts.seen.leaves.flatMap(fieldWords);
  const where = facts.seen.leaves.filter(isPlace);
  if (where.some(({ value }) => readAddress(String(value), facts.settings).local)) return;
  const pays = where.some(({ value }) => hasAny(splitWords(String(value).slice(0, 512)), paying));
  if (hasAny(fields, sums) && (pays || hasAny(fields, payees)))
    report('money_leaving', 'high', 'sends a form that pays');
}

function submits(facts: CallFacts): boolean {
  if (says(facts, 'submit', 'send', 'complete')) return true;
  return facts.seen.leaves.some(
    ({ key, value }) => key.words.includes('submit') && value !== null && isYes(value),
  );
}

function fieldWords({ key, value, depth }: Leaf): readonly string[] {
  if (depth === 0) return [];
  return labels.has(key.name) && typeof value === 'string'
    ? splitWords(value.slice(0, 64))
    : key.words;
}

function isPlace({ key, value, depth }: Leaf): boolean {
  return (
    depth === 0 &&
    typeof value === 'string' &&
    ((key.roles & role.address) !== 0 || key.name === 'page' || key.name === 'form')
  );
}
