import { type CallFacts, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { readFinding } from './file-paths.ts';
import { isScreenCall, onlyLooksAround } from './judge-screen.ts';
import { role } from './parameter-key.ts';
import { addressesIn, readAddress } from './web-address.ts';
import { splitWords } from './words.ts';

const oddSchemes = /^(gopher|dict|ldap|ldaps|jar|netdoc|expect|php|phar|tftp):/iu;

const longestAddress = 8192;

/** A visit is a deed where the address names one and confirms it: `/tenants/9/purge?confirm=yes`. */
const lastingVisit =
  /\/(?:purge|delete|destroy|remove|drop|wipe|erase|revoke|terminate|deactivate)(?:_[a-z]+|-[a-z]+)?\/?\?(?:[^#]{0,200}&)?(?:confirm(?:ed|ation)?|sure|force|really|yes)=(?!0|no|false)/iu;

const renderers: ReadonlySet<string> = new Set(
  `render renderer pdf screenshot preview unfurl embed oembed thumbnail convert import fetch scrape crawl svg html markdown puppeteer
  wkhtmltopdf gotenberg print proxy snapshot latex docx slides template`.split(/\s+/),
);

function onlyPresses(facts: CallFacts): boolean {
  if (!isScreenCall(facts)) return false;
  if (!says(facts, 'type', 'fill', 'keyboard')) return true;
  const labels = facts.seen.leaves.filter(({ key }) => key.name === 'name' || key.name === 'label');
  return (
    labels.length > 0 && labels.every(({ value }) => onlyLooksAround(splitWords(String(value))))
  );
}

/** What the addresses of a call lead to. */
class AddressReader {
  readonly #settings: CallFacts['settings'];
  readonly #report: Report;
  /** One of them belongs to others. */
  foreign = false;

  constructor({ settings }: CallFacts, report: Report) {
    this.#settings = settings;
    this.#report = report;
  }

  look(text: string): void {
    for (const url of addressesIn(text)) {
      if (oddSchemes.test(url))
        this.#report('opaque_payload', 'high', 'an unusual scheme in an address');
      if (/^file:/iu.test(url)) this.#lookAtFile(url);
      else if (this.lookAtHost(url)) this.foreign = true;
    }
  }

  /** True if the host belongs to others. */
  lookAtHost(url: string): boolean {
    const address = readAddress(url, this.#settings);
    if (lastingVisit.test(url.slice(0, longestAddress)))
      this.#report('irreversible', 'high', 'visits an address that confirms a deletion');
    if (address.metadata)
      this.#report('secret_access', 'critical', 'asks for the credentials of the machine');
    return address.foreign;
  }

  #lookAtFile(url: string): void {
    const finding = readFinding(url.slice(5).replace(/^\/\/(localhost)?/u, ''));
    if (finding !== null) this.#report(finding.signal, finding.level, finding.evidence);
  }
}

/** A store of settings: `/v1/kv/live/payments/limit`. */
const keptSettings = /^[^?#]{0,300}\/(?:kv|configs?|settings|flags|parameters|limits?)\//iu;

/** Addresses that give away credentials, and what is sent to addresses of others. */
function judgeKeptSettings({ http, place }: CallFacts, report: Report): void {
  if (http !== null && !isPassive(http.effect) && place.production && keptSettings.test(http.url))
    report('production_change', 'high', 'changes a setting of production over HTTP');
}

export function judgeWeb(facts: CallFacts, report: Report): void {
  judgeKeptSettings(facts, report);
  const web = facts.http !== null || facts.tool.domains.has('web');
  const reader = new AddressReader(facts, report);
  // The page on which a button is pressed gets nothing but the press.
  if (facts.resource?.includes('://') && !onlyPresses(facts)) reader.look(facts.resource);
  // Rendering a page, a picture or a feed also fetches the addresses inside it.
  const renders = facts.tool.words.some(word => renderers.has(word));
  for (const { key, value } of facts.seen.leaves) {
    if (typeof value !== 'string') continue;
    const isAddress = (key.roles & role.address) !== 0;
    if (web && isAddress && value.length > longestAddress)
      report('unparsable', 'high', 'an address too long to examine');
    const isRead = (key.roles & role.prose) === 0 || renders || value.includes('<!ENTITY');
    if (isRead && value.includes('://')) reader.look(value);
    else if (isAddress && value.length < 256 && (web || key.name === 'url' || key.name === 'host'))
      reader.lookAtHost(value);
  }
  if (web && !isPassive(facts.effect)) judgeSent(facts, report, reader.foreign);
}

function judgeSent(facts: CallFacts, report: Report, foreign: boolean): void {
  const url = facts.http?.url ?? '';
  const address = url.includes('://') ? readAddress(url, facts.settings) : null;
  const outside = address === null ? foreign : !address.inside;
  const file = facts.seen.leaves.some(
    ({ key, value }) =>
      (key.roles & role.attachment) !== 0 && typeof value === 'string' && value !== '',
  );
  if (file && outside) report('data_leaving', 'high', 'a file goes to an outside host');
  else if (foreign && !facts.place.rehearsal && !facts.pretence.testMode)
    report('data_leaving', 'high', 'data goes to an outside host');
}
