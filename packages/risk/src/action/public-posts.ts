import { type CallFacts, mentions, says } from './call-facts.ts';

const posting: ReadonlySet<string> = new Set('post publish share announce tweet'.split(' '));
const ours: ReadonlySet<string> = new Set('brand corporate official company'.split(' '));
const accounts: ReadonlySet<string> = new Set('account profile page feed handle as'.split(' '));
const networkKeys: ReadonlySet<string> = new Set(
  'network networks platform platforms social_network site sites'.split(' '),
);
const networks =
  /^(?:x|x\.com|twitter|linkedin|facebook|instagram|threads|tiktok|mastodon|bluesky|youtube|reddit|weibo|xing|pinterest|vk)$/iu;

/** A post on the account of the organisation, or on a network that is named beside it. */
export function speaksForAll(facts: CallFacts): boolean {
  if (tellsPublicStatus(facts)) return true;
  if (!mentions(facts, posting) || says(facts, 'draft', 'drafts', 'schedule_draft')) return false;
  if (mentions(facts, ours) && mentions(facts, accounts)) return true;
  return facts.seen.leaves.some(
    ({ key, value }) =>
      networkKeys.has(key.name) && typeof value === 'string' && networks.test(value.trim()),
  );
}

/** `status_page.incident.create`: what everyone may read about an outage. */
function tellsPublicStatus({ tool, effect, seen }: CallFacts): boolean {
  const isPage = tool.phrase.includes('_status_page_') || tool.words.includes('statuspage');
  if (!isPage || !['create', 'update', 'send', 'control', 'unknown'].includes(effect)) return false;
  return !seen.leaves.some(
    ({ value }) => value === 'private' || value === 'internal' || value === 'draft',
  );
}
