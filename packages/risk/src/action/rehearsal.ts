import { type CallFacts, mentions, says } from './call-facts.ts';
import type { Domain } from './domains.ts';
import type { Effect } from './effects.ts';
import { hasBankKey, moneyEffect } from './money-effect.ts';

type Claimed = Pick<CallFacts, 'pretence' | 'effect' | 'names' | 'seen' | 'domains'>;

/**
 * Whether a claim in the parameters of a call that nothing happens is believed.
 *
 * An agent can add any parameter to any call, and a tool ignores those it does not know. So a claim counts for every
 * effect only in words that tools honour widely (`dry_run`). Any other word counts only where tools are known to read
 * it: `execute: false` never for money, a preview for what is made or deployed, a draft for a text or a paper.
 */
export function isRehearsed(call: Claimed): boolean {
  const { pretence, effect } = call;
  if (pretence.commits !== null || pretence.liveKey) return false;
  if (pretence.rehearses) return true;
  if (pretence.unexecuted && !isAboutMoney(call)) return true;
  if (pretence.previews && previewed.has(effect) && !movesMoney(call)) return true;
  if (pretence.drafts && isDraft(call)) return true;
  if (pretence.unsent && isMessage(call)) return true;
  return pretence.unfinished && isPaper(call);
}

const previewed: ReadonlySet<Effect> = new Set(['create', 'control', 'deploy']);

function isAboutMoney(call: Claimed): boolean {
  const { domains } = call;
  return domains.has('money') || domains.has('bank') || domains.has('payroll') || movesMoney(call);
}

function movesMoney(call: Claimed): boolean {
  const effect = moneyEffect(call);
  return effect === 'pay' || effect === 'charge' || effect === 'refund' || hasBankKey(call);
}

/** A draft is a text or a paper that waits for its sending. Rights, machines and accounts have no drafts. */
function isDraft(call: Claimed): boolean {
  const { effect, domains } = call;
  if (movesMoney(call)) return isPaper(call);
  if (effect === 'update')
    return [...domains].some(domain => written.has(domain)) && !isGrave(call);
  return (effect === 'create' || effect === 'send') && !isGrave(call);
}

const written: ReadonlySet<Domain> = new Set(['message', 'public', 'files', 'light']);
const grave: readonly Domain[] = ['rights', 'secret', 'bank', 'payroll', 'audit', 'approval'];

function isGrave({ domains }: Claimed): boolean {
  return grave.some(domain => domains.has(domain));
}

function isMessage(call: Claimed): boolean {
  const { effect, domains } = call;
  if (isGrave(call) || movesMoney(call)) return false;
  return (effect === 'send' || effect === 'create') && domains.has('message');
}

/** An invoice or an order, which is written before it binds anyone. Never the call that takes the money. */
function isPaper(call: Claimed): boolean {
  const { effect } = call;
  const writes = effect === 'create' || effect === 'charge' || effect === 'update';
  if (!writes || mentions(call, takings) || hasBankKey(call)) return false;
  return (
    says(call, 'draft', 'drafts') || (mentions(call, papers) && !says(call, 'charge', 'charges'))
  );
}

const papers: ReadonlySet<string> = new Set(
  'invoice invoices bill bills quote quotes estimate estimates order orders voucher expense expenses'.split(
    ' ',
  ),
);
const takings: ReadonlySet<string> = new Set(
  'capture debit card cards pay payment payments payout transfer wire refund'.split(' '),
);
