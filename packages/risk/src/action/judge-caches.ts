import { type CallFacts, mentions, type Report } from './call-facts.ts';
import { isList } from './survey.ts';

/** Where copies are kept of what is somewhere else. There a path is an address, and not a file. */
export const cacheWords: ReadonlySet<string> = new Set(
  'cache caches cdn cloudfront fastly varnish akamai edge invalidation'.split(' '),
);
const dropping: ReadonlySet<string> = new Set(
  'purge invalidate invalidation clear delete remove evict flush ban refresh expire drop'.split(
    ' ',
  ),
);
const chosen: ReadonlySet<string> = new Set(
  'path paths url urls uri tag tags key keys cache_key surrogate_key surrogate_keys file files item object'.split(
    ' ',
  ),
);
const mostChosen = 20;

const derived: ReadonlySet<string> = new Set(
  'thumbnail thumbnails preview previews rendition renditions proxies transcodes'.split(' '),
);

/** `remove_thumbnails` of one album with `keep_originals: true`. */
function keepsSource(facts: CallFacts): boolean {
  const { tool, seen, reach } = facts;
  if (!mentions(facts, dropping) || !tool.words.some(word => derived.has(word))) return false;
  if (
    tool.bulk ||
    reach.unbounded ||
    tool.words.some(word => /^(original|source|master)/u.test(word))
  )
    return false;
  return (
    seen.leaves.some(
      ({ key, value }) => /^keep_(originals?|sources?|masters?)$/u.test(key.name) && value === true,
    ) && !seen.leaves.some(({ key, value }) => value === true && !key.name.startsWith('keep_'))
  );
}

/** One cached copy or a few, by name. The next reader makes them again. True if the call does nothing else. */
export function judgeCaches(facts: CallFacts, report: Report): boolean {
  if (keepsSource(facts)) {
    report('data_write', 'medium', 'drops what is made from kept originals');
    return true;
  }
  if (!mentions(facts, dropping) || !mentions(facts, cacheWords) || facts.reach.unbounded)
    return false;
  let named = 0;
  for (const { key, value } of facts.seen.leaves) {
    if (value === true && /all|everything|hosts?|zone/u.test(key.name)) return false;
    if (!chosen.has(key.name)) continue;
    if (typeof value !== 'string' || isWide(value)) return false;
    named += 1;
  }
  const long = facts.seen.branches.some(({ value }) => isList(value) && value.length > mostChosen);
  if (named === 0 || named > mostChosen || long) return false;
  report('data_write', 'medium', 'drops a few cached copies');
  return true;
}

/** A pattern, the root, or a word for everything. */
function isWide(value: string): boolean {
  const path = value.replace(/^[a-z]{2,8}:\/\/[^/]{0,253}/iu, '');
  return /[*?%]|^\/?$|^(all|everything|any)$/iu.test(path.trim());
}
