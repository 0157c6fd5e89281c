import { firstOf, type Rule } from '../rules.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';
import { readName } from './tool-name.ts';
import { readAddress } from './web-address.ts';

const sources: ReadonlySet<string> = new Set(
  `from src origin table tables object entity dataset report source file files columns fields collection index view resource model type data name export_type kind path body_file
  attachment attachments sheet document what include properties select key input_file upload_file file_path file_ids database prefix bucket dashboard list segment query audience`.split(
    /\s+/,
  ),
);
const aggregates: ReadonlySet<string> = new Set([
  'aggregate',
  'aggregates',
  'summary',
  'metrics',
  'statistics',
  'counts',
  'analytics',
  'views',
  'traffic',
]);

/** Data that leaves: an export, an upload, a copy to a foreign place. */
export function judgeExport(facts: CallFacts, report: Report): void {
  const written = isPassive(facts.effect) && facts.seen.leaves.some(isStoredElsewhere);
  if (isPassive(facts.effect) && !says(facts, 'download') && !written) return;
  const found = firstOf(exportRules, {
    facts,
    outside: leavingFor(facts),
    exporting: isExport(facts) || written || takesMany(facts),
    bulk: (facts.reach.count ?? 0) > facts.settings.records_max || facts.reach.unbounded,
    personal: isPersonal(facts),
  });
  if (found !== null) report('data_leaving', 'high', found);
}

function isExport(facts: CallFacts): boolean {
  return facts.effect === 'export' || says(facts, 'export', 'dump', 'unload');
}

/** What leaves, read once for all rules. */
interface Leaving {
  readonly facts: CallFacts;
  /** Where it goes, if that is outside. */
  readonly outside: string | null;
  readonly exporting: boolean;
  readonly bulk: boolean;
  readonly personal: boolean;
}

const exportRules: readonly Rule<Leaving, string>[] = [
  {
    when: ({ facts, outside, exporting, bulk, personal }) =>
      outside !== null && (exporting || personal || bulk || sendsFile(facts)),
    gives: ({ outside }) => `data goes to ${outside ?? ''}`,
  },
  {
    when: ({ facts, exporting, bulk, personal }) =>
      exporting && personal && (bulk || facts.reach.count === null),
    gives: 'personal data in bulk',
  },
  {
    when: ({ facts, exporting, bulk }) =>
      exporting && bulk && facts.place.production && !mentions(facts, aggregates),
    gives: 'an export of many records',
  },
];

const pageWords: ReadonlySet<string> = new Set(
  'browser page playwright puppeteer selenium webdriver chrome tab dom form cypress stagehand'.split(
    ' ',
  ),
);
const elementKeys: ReadonlySet<string> = new Set(
  'uid ref selector element locator xpath'.split(' '),
);

/** A file about people, handed to the page of whatever site is open. */
export function judgePageUploads(facts: CallFacts, report: Report): void {
  if (
    facts.place.rehearsal ||
    !(says(facts, 'upload') || facts.tool.phrase.includes('_input_file'))
  )
    return;
  const isPage =
    mentions(facts, pageWords) || facts.seen.leaves.some(({ key }) => elementKeys.has(key.name));
  if (isPage && facts.seen.leaves.some(isPersonalFile))
    report('data_leaving', 'high', 'a file about people goes to a page');
}

/** By its own name, not by its folder: files of people live under `/home` and `/users`. */
function isPersonalFile({ key, value }: Leaf): boolean {
  if (typeof value !== 'string' || value.length > 1024) return false;
  if ((key.roles & (role.path | role.attachment)) === 0) return false;
  if (
    !/\.(csv|tsv|jsonl?|xlsx?|ods|parquet|sql|dump|db|sqlite|zip|gz|vcf|ldif|mbox|pst)$/iu.test(
      value,
    )
  )
    return false;
  if (/(^|[/\\])(__)?(fixtures?|tests?|samples?|mocks?|examples?|testdata)(__)?[/\\]/iu.test(value))
    return false;
  return readName(value.slice(value.search(/[^/\\]*$/u))).domains.has('personal');
}

/** What is read is written to a bucket or a server on the way. */
function isStoredElsewhere({ key, value }: Leaf): boolean {
  return (
    typeof value === 'string' &&
    (key.roles & role.destination) !== 0 &&
    /^(s3|gs|az|abfss?|r2|wasbs?|s?ftp|scp|rsync):\/\//u.test(value)
  );
}

/** A download of records, by the page size or by the columns that are asked for. */
function takesMany(facts: CallFacts): boolean {
  if (!says(facts, 'download') || facts.reach.single) return false;
  return (
    facts.seen.leaves.some(
      leaf =>
        leaf.key.last === 'limit' &&
        typeof leaf.value === 'number' &&
        leaf.value > facts.settings.records_max,
    ) ||
    facts.seen.branches.some(
      branch => branch.key.name === 'fields' || branch.key.name === 'columns',
    )
  );
}

/** A place that is not one's own, among the parameters that say where to. */
function leavingFor(facts: CallFacts): string | null {
  for (const leaf of facts.seen.leaves) {
    if (typeof leaf.value !== 'string' || leaf.value.length > 2048) continue;
    // A way to transfer files names a place whatever its parameter is called.
    const named = (leaf.key.roles & (role.destination | role.address | role.recipient)) !== 0;
    if (!named && !/^(sftp|ftps?|scp|rsync):\/\//iu.test(leaf.value)) continue;
    const value = leaf.value.trim();
    if (/^(s3|gs|az|abfss?|r2|wasbs?):\/\//u.test(value)) {
      if (
        /ext|extern|share|public|partner|vendor|third|dropzone|transfer/u.test(value.slice(0, 200))
      )
        return 'a shared bucket';
      continue;
    }
    if (
      !/^[a-z+]{2,12}:\/\/|^[\w-]+(\.[\w-]+)+(\/|$|:)/iu.test(value.slice(0, 300)) ||
      /^\.{0,2}\//u.test(value) ||
      value.includes('@')
    )
      continue;
    if (
      /\.(csv|json|jsonl|xlsx?|pdf|txt|parquet|zip|gz|md|html|ts|js|py|sql|log|ya?ml|docx?|png|jpe?g)$/iu.test(
        value,
      ) &&
      !value.includes('://')
    )
      continue;
    const address = readAddress(value, facts.settings);
    if (address.foreign) return 'an outside host';
    if (/^(sftp|ftp|scp|rsync):/iu.test(value) && !address.inside) return 'an outside host';
  }
  return null;
}

function sendsFile(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    leaf =>
      ((leaf.key.roles & role.attachment) !== 0 ||
        leaf.key.last === 'file' ||
        leaf.key.last === 'dataset') &&
      typeof leaf.value === 'string' &&
      leaf.value !== '',
  );
}

/** About people, by the name of the tool, of the resource or of what is read from. */
export function isPersonal(facts: CallFacts): boolean {
  if (facts.parameters['contains_pii'] === true || facts.parameters['include_pii'] === true)
    return true;
  if (facts.tool.domains.has('personal')) return true;
  if (facts.resource !== null && readName(facts.resource).domains.has('personal')) return true;
  for (const leaf of facts.seen.leaves) {
    if (
      typeof leaf.value !== 'string' ||
      leaf.value.length > 256 ||
      !(sources.has(leaf.key.name) || leaf.key.last === 'file')
    )
      continue;
    if (readName(leaf.value).domains.has('personal')) return true;
  }
  return false;
}
