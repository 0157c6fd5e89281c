import { englishValueOf } from '../languages/english-name.ts';
import type { RiskSettings } from '../risk-settings.ts';
import { role } from './parameter-key.ts';
import type { Leaf, Survey } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

/** Where an action would happen, by the worst of what is said about it. */
export interface Surroundings {
  readonly production: boolean;
  /** A place on which no outsider depends is named, and nothing contradicts it. */
  readonly rehearsal: boolean;
  /** What names production, for the evidence. */
  readonly evidence: string;
}

export const rehearsalWords: ReadonlySet<string> = new Set(
  `staging stage stg dev devel development develop test tests testing qa uat sandbox preview local localhost ci demo
  ephemeral review scratch playground preprod nonprod nonproduction preproduction feature tmp temp minikube kind k3d int
  integration mock emulator perf loadtest training lab dryrun simulation préproduction preproducción preproduccion voorproductie pr experimental acceptance`.split(
    /\s+/,
  ),
);

const negations: ReadonlySet<string> = new Set(['non', 'pre', 'not', 'no', 'like', 'un', 'before']);

/** Words of names that are production only where an environment is expected: a service may well be called `live-chat`. */
const onlyAsEnvironment: ReadonlySet<string> = new Set([
  'live',
  'stable',
  'main',
  'master',
  'primary',
  'public',
  'general',
  'ga',
]);

/** What else an environment is called when it is production. */
const environmentOnlyNames: ReadonlySet<string> = new Set([
  'ga',
  'prod1',
  'prodution',
  'produccion',
  'produktion',
  'prodeu',
  'produs',
  'customer-facing',
  'customers',
]);

/** A value that consists only of a name of production means production, under any parameter name. */
const exactNames: ReadonlySet<string> = new Set(['production', 'prod', 'prd']);

const publicBranches: ReadonlySet<string> = new Set([
  'main',
  'master',
  'trunk',
  'production',
  'prod',
  'live',
  'release',
  'stable',
]);

/** What traffic is led by. */
const pointers: ReadonlySet<string> = new Set(['alias', 'qualifier', 'slot', 'track', 'ring']);

const previewTools = /(^|[^a-z])previews?([^a-z]|$)/iu;

interface NamedPlace {
  readonly production: boolean;
  readonly rehearsal: boolean;
}

/**
 * Reads the words of one name. `strict` is for names of things, where only unmistakable words count; an
 * environment, a host or a context may also be called `live` or `stable`.
 */
export function placeOf(text: string, settings: RiskSettings, strict: boolean): NamedPlace {
  const words = splitWords(withoutSuffix(text));
  let production = false;
  let rehearsal = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (rehearsalWords.has(word)) rehearsal = true;
    if (strict && onlyAsEnvironment.has(word)) continue;
    if (settings.production_names.includes(word) || (!strict && environmentOnlyNames.has(word))) {
      if (negations.has(words[at - 1] ?? '')) rehearsal = true;
      else production = true;
    }
  }
  return { production, rehearsal };
}

/** `api.acme.dev` and `acme.live` are names under a public suffix, and neither development nor production by it. */
function withoutSuffix(text: string): string {
  return /[a-z0-9-]\.(dev|live)(:[0-9]{1,5})?$/iu.test(text.slice(-80)) && !/[\s_]/u.test(text)
    ? text.slice(0, text.lastIndexOf('.'))
    : text;
}

const statedKeys: ReadonlySet<string> = new Set([
  'environment',
  'env',
  'stage',
  'target_env',
  'deploy_env',
  'target_environment',
  'tier',
  'deployment_target',
  'environment_key',
  'environment_name',
  'env_name',
  'env_key',
  'node_env',
  'rails_env',
  'app_env',
]);

/** Names that stand for a thing and not for a place; they count only while no place is stated. */
const weak = role.subject | role.path;

/**
 * The call is in production if the stated environment says so, or if a parameter names such a place. If no place is
 * stated, the name of the thing itself counts too (`prod-catalog` in staging is a catalogue of products).
 */
export function surroundingsOf(
  stated: string | null,
  resource: string | null,
  tool: string,
  seen: Survey,
  deploys: boolean,
  settings: RiskSettings,
): Surroundings {
  const said = new Said(settings);
  if (stated !== null) said.state(stated, 'the stated environment');
  for (const leaf of seen.leaves) readPlaceOf(leaf, said, deploys);
  if (previewTools.test(tool) || endsInRehearsal(tool)) said.rehearsal = true;
  if (said.evidence === '' && !said.stated)
    said.evidence = weakEvidence(resource, tool, seen, settings, deploys);
  const { evidence } = said;
  const rehearses = said.rehearsal || namesRehearsal(resource, settings);
  return { production: evidence !== '', rehearsal: rehearses && evidence === '', evidence };
}

/**
 * The evidence about the place of a call, collected while its parameters are read. The first evidence of production
 * stays.
 */
class Said {
  readonly settings: RiskSettings;
  evidence = '';
  rehearsal = false;
  /** A place that is no production is stated in so many words. */
  stated = false;

  constructor(settings: RiskSettings) {
    this.settings = settings;
  }

  add({ production, rehearsal }: NamedPlace, where: string): void {
    if (production) this.blame(where);
    if (rehearsal) this.rehearsal = true;
  }

  state(text: string, where: string): void {
    const place = placeOf(text, this.settings, false);
    this.add(place, where);
    if (place.rehearsal) this.stated = true;
  }

  blame(where: string): void {
    if (this.evidence === '') this.evidence = where;
  }
}

function namesRehearsal(resource: string | null, settings: RiskSettings): boolean {
  return resource !== null && placeOf(hostPart(resource), settings, true).rehearsal;
}

function readPlaceOf(leaf: Leaf, said: Said, deploys: boolean): void {
  const { value, key } = leaf;
  if (typeof value !== 'string' || value.length === 0) return;
  for (const namespace of namespacesOf(value)) said.state(namespace, 'the namespace of a manifest');
  if (value.length > 512) return;
  const where = `the parameter ${key.name}`;
  if ((key.roles & role.environment) !== 0 && !isSentence(value)) {
    if (statedKeys.has(key.name)) said.state(value, where);
    else said.add(placeOf(hostPart(value), said.settings, (key.roles & role.subject) !== 0), where);
  }
  const name = value.trim().toLowerCase();
  if (exactNames.has(name) && (key.roles & role.prose) === 0) said.blame(where);
  if (pointers.has(key.name) && said.settings.production_names.includes(name)) said.blame(where);
  if ((key.roles & role.address) !== 0 && livePath.test(value)) said.blame(where);
  if (deploys) readTarget(leaf, value, said);
}

/** `https://api.bank.example/live/v2`: a whole part of the path says that it is real. */
const livePath = /^https?:\/\/[^/?#]{1,253}\/(?:[^/?#]{1,64}\/){0,4}(?:live|prod|production)\//iu;

/** Where a deployment goes: the name that people type, or a channel. */
function readTarget({ key }: Leaf, value: string, said: Said): void {
  if ((key.roles & role.alias) !== 0 && isPublicName(value, said.settings))
    said.blame('a public host name');
  else if (
    (key.name === 'channel' || key.name === 'to') &&
    placeOf(value, said.settings, false).production
  )
    said.blame(`the parameter ${key.name}`);
}

const longestManifest = 65_536;
const mostNamespaces = 50;

/** The namespaces that a manifest of Kubernetes names. */
function namespacesOf(text: string): readonly string[] {
  if (!text.includes('apiVersion:') || !text.includes('kind:')) return [];
  const found: string[] = [];
  for (const [, name = ''] of text
    .slice(0, longestManifest)
    .matchAll(/^[ \t]{0,16}namespace:[ \t]{0,8}["']?([\w.-]{1,63})/gmu)) {
    found.push(name);
    if (found.length >= mostNamespaces) break;
  }
  return found;
}

const rehearsalEndings: ReadonlySet<string> = new Set(['staging', 'stg', 'sandbox', 'preview']);

/** `deploy_to_staging`: the maker of the tool says where it leads. What the parameters say counts for more. */
function endsInRehearsal(tool: string): boolean {
  const words = splitWords(tool);
  const link = words[words.length - 2] ?? '';
  return (
    rehearsalEndings.has(words[words.length - 1] ?? '') &&
    (link === 'to' || link === 'in' || link === 'on')
  );
}

/** Words that say where something goes, as the name of a parameter. */
const directions: ReadonlySet<string> = new Set(
  'into onto against within inside on in at dest destination dst sink'.split(' '),
);

function weakEvidence(
  resource: string | null,
  tool: string,
  seen: Survey,
  settings: RiskSettings,
  deploys: boolean,
): string {
  // `CRM_LIVE` is a database; a service may well be called `live-chat`.
  if (resource !== null && /[-_.]live$/iu.test(resource.slice(-80))) return 'the resource';
  if (resource !== null && placeOf(englishValueOf(resource), settings, true).production)
    return 'the resource';
  if (placeOf(tool, settings, true).production) return 'the name of the tool';
  for (const leaf of seen.leaves) {
    if (typeof leaf.value !== 'string' || leaf.value.length > 512 || isSentence(leaf.value))
      continue;
    const towards = directions.has(leaf.key.name);
    const where = (leaf.key.roles & weak) !== 0 || towards || isNameInProduction(leaf);
    // `into: "orders-live"` says where; a service may well be called `live-chat`.
    const isLive = towards && /[-_.]live$/iu.test(leaf.value);
    if (where && (isLive || placeOf(leaf.value, settings, true).production)) {
      return `the parameter ${leaf.key.name}`;
    }
    if (deploys && isPublicBranch(leaf)) return 'a shared branch';
  }
  return '';
}

const runningThings: ReadonlySet<string> = new Set(
  'service function app application cluster instance project db database bucket queue topic workspace stack worker lambda job release'.split(
    ' ',
  ),
);

/** `function_name: "checkout-prod"`: what runs is named, and its last part says where. */
function isNameInProduction({ key, value }: Leaf): boolean {
  return (
    (key.last === 'name' ? hasAny(key.words, runningThings) : runningThings.has(key.name)) &&
    typeof value === 'string' &&
    /[a-z0-9][-_.](?:prod|production|prd)$/iu.test(value.trim())
  );
}

export function isPublicBranch(leaf: Leaf): boolean {
  if ((leaf.key.roles & role.branch) === 0 || typeof leaf.value !== 'string') return false;
  const name = leaf.value
    .replace(/^refs\/heads\//u, '')
    .replace(/^origin\//u, '')
    .toLowerCase();
  return publicBranches.has(name) || /^(release|hotfix)[/-]/u.test(name);
}

/** A host under a public suffix with no word of a rehearsal in it: the name people type. */
function isPublicName(value: string, settings: RiskSettings): boolean {
  const host = hostPart(value);
  if (!host.includes('.') || host.length > 253 || isSentence(host)) return false;
  const place = placeOf(host, settings, false);
  return place.production || !place.rehearsal;
}

/** Paths of an address say what is asked for, not where: `/v1/live-chats` on a staging host. */
function hostPart(value: string): string {
  const scheme = value.indexOf('://');
  if (scheme < 0) return value;
  const start = scheme + 3;
  const end = value.slice(start).search(/[/?#]/u);
  const authority = end < 0 ? value.slice(start) : value.slice(start, start + end);
  // In a database address the path names the database.
  return /^(postgres|postgresql|mysql|mongodb|redis|mssql|s3|gs|jdbc)/u.test(value)
    ? value.slice(start)
    : authority;
}

function isSentence(text: string): boolean {
  return text.includes(' ') && text.split(' ', 5).length > 4;
}
