import type { CallFacts, Report } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { readFinding } from './file-paths.ts';
import { role } from './parameter-key.ts';
import { addressesIn, readAddress } from './web-address.ts';

const oddSchemes = /^(gopher|dict|ldap|ldaps|jar|netdoc|expect|php|phar|tftp):/iu;

const longestAddress = 8192;

const renderers: ReadonlySet<string> = new Set(
  `render renderer pdf screenshot preview unfurl embed oembed thumbnail convert import fetch scrape crawl svg html markdown puppeteer
  wkhtmltopdf gotenberg print proxy snapshot latex docx slides template`.split(/\s+/),
);

/** Addresses that give away credentials, and what is sent to addresses of others. */
export function judgeWeb(facts: CallFacts, report: Report): void {
  const { effect, settings } = facts;
  const web = facts.http !== null || facts.tool.domains.has('web');
  const sends = !isPassive(effect);
  // What is rendered is fetched: the addresses inside of a page, a picture or a feed are asked for on the way.
  const renders = facts.tool.words.some(word => renderers.has(word));
  let foreign = false;
  const look = (text: string): void => {
    for (const url of addressesIn(text)) {
      if (oddSchemes.test(url)) report('opaque_payload', 'high', 'an unusual scheme in an address');
      if (/^file:/iu.test(url)) {
        const finding = readFinding(url.slice(5).replace(/^\/\/(localhost)?/u, ''));
        if (finding !== null) report(finding.signal, finding.level, finding.evidence);
        continue;
      }
      const address = readAddress(url, settings);
      if (address.metadata)
        report('secret_access', 'critical', 'asks for the credentials of the machine');
      if (address.foreign) foreign = true;
    }
  };
  if (facts.resource?.includes('://')) look(facts.resource);
  for (const leaf of facts.seen.leaves) {
    if (typeof leaf.value !== 'string') continue;
    const isAddress = (leaf.key.roles & role.address) !== 0;
    if (web && isAddress && leaf.value.length > longestAddress) {
      report('unparsable', 'high', 'an address too long to examine');
    }
    if (
      ((leaf.key.roles & role.prose) === 0 || renders || leaf.value.includes('<!ENTITY')) &&
      leaf.value.includes('://')
    )
      look(leaf.value);
    else if (
      isAddress &&
      leaf.value.length < 256 &&
      (web || leaf.key.name === 'url' || leaf.key.name === 'host')
    ) {
      if (readAddress(leaf.value, settings).metadata)
        report('secret_access', 'critical', 'asks for the credentials of the machine');
    }
  }
  if (!web || !sends) return;
  const url = facts.http?.url ?? '';
  const address = url.includes('://') ? readAddress(url, settings) : null;
  const outside = address === null ? foreign : !address.inside;
  const file = facts.seen.leaves.some(
    leaf =>
      (leaf.key.roles & role.attachment) !== 0 &&
      typeof leaf.value === 'string' &&
      leaf.value !== '',
  );
  if (file && outside) report('data_leaving', 'high', 'a file goes to an outside host');
  else if (foreign && !facts.place.rehearsal && !facts.pretence.testMode)
    report('data_leaving', 'high', 'data goes to an outside host');
}
