import { type CallFacts, mentions, type Report } from './call-facts.ts';
import { rehearsalWords } from './environment.ts';
import type { Leaf } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

const restoring: ReadonlySet<string> = new Set(
  'restore restores rollback revert rewind recover reset timetravel pitr'.split(' '),
);
/** What many write to, so that an earlier state of it loses what they wrote since. */
const shared: ReadonlySet<string> = new Set(
  `library site sites database databases db folder drive bucket table tables volume disk instance cluster vm server workspace
  mailbox tenant org organization index collection repository wiki space project schema warehouse store environment filesystem
  share board base keyspace dataset calendar realm graph account app application state website blog shop catalog ledger queue
  container`.split(/\s+/),
);
const moments: ReadonlySet<string> = new Set(
  `to time timestamp point pit date before as_of until when snapshot backup revision version generation recovery moment
  restore_to at lsn offset epoch from source since ago`.split(/\s+/),
);
/** What only comes back from where deleted things are kept loses nothing. */
const bins: ReadonlySet<string> = new Set(
  'trash bin recycle deleted undelete item items'.split(' '),
);
/** One of these has a history of its own, in which nothing is lost. */
const singles: ReadonlySet<string> = new Set(
  'page file document doc record version message comment row field ticket note cell slide card draft post'.split(
    ' ',
  ),
);
const copies: ReadonlySet<string> = new Set(
  'copy copies restored clone cloned new recovered recovery drill verify check fork temp tmp side'.split(
    ' ',
  ),
);
const elsewhere: ReadonlySet<string> = new Set(
  `target target_name destination into as restore_as new_name target_instance target_database target_folder clone_name alias
  target_db to_database to_instance name target_table`.split(/\s+/),
);

/** An earlier state put in the place of a living one: everything since is lost. */
export function judgeRestores(facts: CallFacts, report: Report): void {
  if (!mentions(facts, restoring) || facts.place.rehearsal || mentions(facts, bins)) return;
  if (singles.has(facts.tool.words.at(-1) ?? '')) return;
  const { leaves } = facts.seen;
  const shares =
    mentions(facts, shared) ||
    leaves.some(leaf => leaf.depth === 0 && shared.has(leaf.key.name)) ||
    (facts.resource !== null && hasAny(splitWords(facts.resource).slice(0, 1), shared));
  if (!shares || !leaves.some(isMoment) || leaves.some(isElsewhere)) return;
  report('irreversible', 'high', 'restores an earlier state; later changes are lost');
}

function isMoment({ key, value }: Leaf): boolean {
  if (value === null || typeof value === 'boolean' || value === '') return false;
  if (!hasAny(key.words, moments)) return false;
  const last = key.last;
  if (last !== 'to' && last !== 'from' && last !== 'at' && last !== 'source') return true;
  return typeof value === 'number' || /[0-9]|ago|yesterday|last|previous|earliest/iu.test(value);
}

/** It goes beside the living one and not over it. */
function isElsewhere({ key, value }: Leaf): boolean {
  if (key.words[0] === 'new' && typeof value === 'string') return true;
  if (!elsewhere.has(key.name) || typeof value !== 'string') return false;
  return splitWords(value).some(word => copies.has(word) || rehearsalWords.has(word));
}
