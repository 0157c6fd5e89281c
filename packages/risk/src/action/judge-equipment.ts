import { allOf, type Rule } from '../rules.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { isList, type Leaf } from './survey.ts';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** What drives machines. */
const controllers = wordSet(
  'plc scada modbus opcua opc hmi rtu dcs cnc interlock actuator valve valves turbine reactor',
);
const reinstalling = wordSet(
  'rebuild reimage reprovision repave reinstall reformat reflash format factory',
);
const computers = wordSet(
  'server servers vm vms instance instances machine machines droplet node nodes host hosts disk volume linode vps workstation laptop device devices phone tablet',
);
const stores = ['app_store', 'appstore', 'play_store', 'playstore', 'google_play', 'web_store'];
const submitting = wordSet('submit release publish promote rollout launch');
const withdrawing = wordSet('unpublish unlist delist depublish');
const disarming = wordSet('disarm unprotect unquarantine uncontain');
const stopping = wordSet('cancel abort stop kill terminate end close pause suspend discard fail');
const conditions = wordSet(
  'state status reason note type kind force comment queue environment confirm filter label tag message',
);
const distributing = wordSet(
  'push deploy distribute run send execute rollout broadcast apply invoke',
);
const groupKeys = wordSet(
  'group groups target targets host hosts device devices fleet instances machines computers endpoints scope assignment assignments tgt limit',
);
const wholeFleet = /^(?:\*|all(?:[ _-].{1,40})?|everything|every .{1,40}|entire .{1,40})$/iu;

type Found = Readonly<Parameters<Report>>;

const rules: readonly Rule<CallFacts, Found>[] = [
  {
    when: facts =>
      mentions(facts, controllers) &&
      facts.effect !== 'unknown' &&
      !facts.seen.leaves.some(isLabel),
    gives: ['deployment', 'high', 'sets or moves a machine'],
  },
  {
    when: facts => mentions(facts, reinstalling) && mentions(facts, computers),
    gives: ['irreversible', 'high', 'installs a machine again from nothing'],
  },
  {
    when: facts => entersStore(facts) && mentions(facts, submitting),
    gives: ['deployment', 'high', 'hands a version to a store'],
  },
  {
    when: facts => mentions(facts, withdrawing),
    gives: ['deployment', 'high', 'takes away what the public sees'],
  },
  {
    when: facts => mentions(facts, disarming),
    gives: ['access_change', 'high', 'takes away a protection'],
  },
  {
    when: ({ seen }) => seen.leaves.some(bringsEncodedCode),
    gives: ['opaque_payload', 'high', 'puts code in place that cannot be read here'],
  },
  { when: stopsAll, gives: ['unbounded_write', 'high', 'stops everything in a state'] },
  { when: emptiesItsThing, gives: ['irreversible', 'high', 'replaces what is there by nothing'] },
];

/** Machines, stores and lists that a call sets without a word of risk in its name. */
export function judgeEquipment(facts: CallFacts, report: Report): void {
  if (facts.place.rehearsal || isPassive(facts.effect)) return;
  for (const found of allOf(rules, facts)) report(...found);
}

/** `Code: { ZipFile: "UEsDB…" }`: it runs later, and no one reads it before. */
function bringsEncodedCode({ key, value }: Leaf): boolean {
  return (
    encodedCode.test(key.name) &&
    typeof value === 'string' &&
    /^[A-Za-z0-9+/_\s-]{40,}={0,2}\s*$/u.test(value.slice(0, 4096))
  );
}

const encodedCode =
  /^(?:zip_?file|zip|zip_base_?64|code_zip|(?:code|source|script|function|package|handler|inline)_base_?64|base_?64_(?:code|source|script|zip)|encoded_(?:code|script|command)|package_body)$/u;

/** `tag: "Label.Text"`: what a panel shows, and nothing that moves. */
function isLabel({ value }: Leaf): boolean {
  return (
    typeof value === 'string' && /(?:^|[._])(?:label|text|caption|title)s?(?:[._]|$)/iu.test(value)
  );
}

function entersStore({ names }: CallFacts): boolean {
  return names.some(({ phrase }) => stores.some(store => phrase.includes(`_${store}_`)));
}

/** `cancel_flow_runs` with a state and no identity: nothing says which of them. */
function stopsAll(facts: CallFacts): boolean {
  const { tool, seen, reach } = facts;
  const last = tool.words.at(-1) ?? '';
  return (
    tool.words.length >= 2 &&
    /[^s]s$/u.test(last) &&
    tool.words.some(word => stopping.has(word)) &&
    !reach.single &&
    reach.count === null &&
    seen.branches.every(({ depth, value }) => depth === 0 && !isList(value)) &&
    seen.leaves.length > 0 &&
    seen.leaves.every(({ key, depth }) => depth === 0 && conditions.has(key.name))
  );
}

/** `update_allergies` with an empty list of allergies. */
function emptiesItsThing({ tool, seen, domains, effect }: CallFacts): boolean {
  return (
    (effect === 'update' || effect === 'create') &&
    !domains.has('light') &&
    seen.branches.some(
      ({ key, value, depth }) =>
        depth <= 1 && isList(value) && value.length === 0 && tool.words.includes(key.last),
    ) &&
    says({ names: [tool] }, 'update', 'set', 'replace', 'overwrite', 'put', 'write')
  );
}

/** Code that a call hands to every machine of a group, whatever the code does. */
export function judgeFleet(facts: CallFacts, hasCode: boolean, report: Report): void {
  if (!hasCode || facts.place.rehearsal || !mentions(facts, distributing)) return;
  if (facts.seen.leaves.some(namesFleet))
    report('deployment', 'high', 'runs code on many machines');
}

function namesFleet({ key, value, depth }: Leaf): boolean {
  return (
    depth <= 2 &&
    groupKeys.has(key.name) &&
    typeof value === 'string' &&
    wholeFleet.test(value.trim())
  );
}
