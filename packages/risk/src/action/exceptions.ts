import { firstOf, type Rule } from '../rules.ts';
import { effectOfVerb, isPassive } from './effects.ts';
import { role } from './parameter-key.ts';
import { isLivePaymentHost } from './payment-services.ts';
import { isNo, isYes, type Leaf, type Survey } from './survey.ts';
import { splitWords } from './words.ts';

/** What a call says about being real. */
export interface Pretence {
  /** It claims to be a rehearsal in a word that tools honour widely: a dry run, a preview, a plan. */
  readonly rehearses: boolean;
  /** It says no to being done: `execute: false`. */
  readonly unexecuted: boolean;
  /** Its operation is a preview. */
  readonly previews: boolean;
  /** It claims to be a draft without recipients yet. */
  readonly drafts: boolean;
  /** It says no to being sent: `send: false`. */
  readonly unsent: boolean;
  /** It says no to being made final: `finalize: false`. */
  readonly unfinished: boolean;
  /** It claims a provider's test mode. */
  readonly testMode: boolean;
  /** Something in the same call denies the claim, or would deny it if a name made one. */
  readonly commits: string | null;
  /**
   * It is real under any name: it has a live key or object, a live mode, or the host at which a service moves real
   * money.
   */
  readonly liveKey: boolean;
}

/** Objects that hold the options of the call itself. A flag inside any other object belongs to something else. */
const optionHolders: ReadonlySet<string> = new Set(
  'options opts config params parameters settings flags query args arguments request input body run_options query_params qs'.split(
    ' ',
  ),
);

const testKeys: ReadonlySet<string> = new Set([
  'test',
  'test_mode',
  'testmode',
  'is_test',
  'sandbox',
  'sandbox_mode',
  'test_only',
]);
const liveModeKeys: ReadonlySet<string> = new Set([
  'livemode',
  'live_mode',
  'is_live',
  'live',
  'production_mode',
]);
const draftKeys: ReadonlySet<string> = new Set([
  'draft',
  'is_draft',
  'save_draft',
  'draft_mode',
  'save_as_draft',
  'as_draft',
]);
const applyingModes: ReadonlySet<string> = new Set(
  'apply execute commit live run real write enforce deploy production prod force publish send destroy delete'.split(
    ' ',
  ),
);
const rehearsingModes: ReadonlySet<string> = new Set([
  'dry_run',
  'dryrun',
  'dry-run',
  'preview',
  'plan',
  'simulate',
  'check',
  'validate',
]);
/** A moment at which something is going to happen is a commitment whatever its value. */
const momentKeys: ReadonlySet<string> = new Set(
  'send_at scheduled_at publish_at schedule_at schedule_time scheduled_for deliver_at post_at'.split(
    ' ',
  ),
);

/** `execute: false` says as much as `dry_run: true`. */
const notDone: ReadonlySet<string> = new Set(['execute', 'apply', 'perform', 'run']);

/** True if an option of the call itself says no to one of the words. */
function refuses({ leaves }: Survey, words: ReadonlySet<string>): boolean {
  return leaves.some(
    ({ key, depth, value }) => depth === 0 && value === false && words.has(key.name),
  );
}

const sending: ReadonlySet<string> = new Set(['send']);
const finalizing: ReadonlySet<string> = new Set(['finalize', 'finalise']);

/** `operation: "preview"` beside the name of the tool. */
function isPreview({ key, depth, value }: Leaf): boolean {
  if (depth > 0 || key.name !== 'operation') return false;
  return value === 'preview' || value === 'plan' || value === 'dry_run';
}

/** What one parameter claims of the whole call. */
type Claim = Partial<Pick<Pretence, 'rehearses' | 'drafts' | 'testMode' | 'commits' | 'liveKey'>>;

const nothing: Claim = {};

function commitsBy({ key }: Leaf): Claim {
  return { commits: key.name };
}

/** How a parameter is read. The first row that applies decides. */
const claims: readonly Rule<Leaf, Claim>[] = [
  { when: leaf => liveModeKeys.has(leaf.key.name) && isSimulation(leaf), gives: claimOfLiveMode },
  { when: isSimulation, gives: claimOfSimulation },
  {
    when: isSwitchOf,
    gives: ({ key, parent, value }) =>
      value !== null && isYes(value) ? { rehearses: true } : { commits: parent?.name ?? key.name },
  },
  { when: leaf => actsByItself(leaf.key.words) && isTrue(leaf), gives: commitsBy },
  // What comes after is what is really done: `then: "fund"`.
  {
    when: ({ key, value }) =>
      (key.roles & role.follower) !== 0 && typeof value === 'string' && namesDeed(value),
    gives: commitsBy,
  },
  {
    when: ({ key, depth }) => (key.roles & role.commitment) !== 0 && depth <= 1,
    gives: leaf => (isCommitted(leaf) ? commitsBy(leaf) : nothing),
  },
  // A preview for the whole list is no preview.
  {
    when: ({ key, value }) =>
      typeof value === 'string' &&
      key.words.some(word => /^(?:preview|test|proof|sample)$/u.test(word)) &&
      key.words.some(word => /^(?:recipients?|audience|segment|list)$/u.test(word)) &&
      /^(?:full|whole|entire|all|everyone|live)(?:[ _-](?:list|audience|recipients|users|customers|subscribers))?$/iu.test(
        value,
      ),
    gives: commitsBy,
  },
  { when: ({ key }) => modeKeys.has(key.name), gives: claimOfMode },
  { when: isDraftStatus, gives: { drafts: true } },
];

export function pretenceOf(seen: Survey): Pretence {
  let said: Claim = {};
  for (const leaf of seen.leaves) {
    const claim = firstOf(claims, leaf);
    if (claim === null || claim === nothing) continue;
    said = { ...said, ...claim, commits: said.commits ?? claim.commits ?? null };
  }
  // `dryRun: []` asks for no rehearsal of anything.
  const empty = seen.branches.find(
    ({ key, value }) => drySwitches.has(key.name) && Object.keys(value).length === 0,
  );
  return {
    rehearses: said.rehearses === true,
    unexecuted: refuses(seen, notDone),
    previews: seen.leaves.some(isPreview),
    drafts: said.drafts === true,
    unsent: refuses(seen, sending),
    unfinished: refuses(seen, finalizing),
    testMode: said.testMode === true,
    commits: said.commits ?? empty?.key.name ?? null,
    liveKey:
      said.liveKey === true || seen.leaves.some(leaf => saysLive(leaf) || holdsLiveKey(leaf)),
  };
}

function isSimulation({ key }: Leaf): boolean {
  return (key.roles & role.simulation) !== 0;
}

/** True if the parameter is an option of the call itself. */
function isOption({ key, depth, owner, parent }: Leaf): boolean {
  if (depth === 0) return true;
  if (depth > 1) return false;
  return (owner === null && parent === key) || (parent !== null && optionHolders.has(parent.name));
}

function claimOfLiveMode(leaf: Leaf): Claim {
  if (leaf.value === false && isOption(leaf)) return { testMode: true };
  return isTrue(leaf) ? { commits: leaf.key.name, liveKey: true } : nothing;
}

function claimOfSimulation(leaf: Leaf): Claim {
  const { key, value } = leaf;
  if (isTrue(leaf)) return isOption(leaf) ? claimOfFlag(key.name) : nothing;
  const denies = value === null ? drySwitches.has(key.name) : isNo(value);
  return denies ? commitsBy(leaf) : nothing;
}

function claimOfFlag(name: string): Claim {
  if (draftKeys.has(name)) return { drafts: true };
  return testKeys.has(name) ? { testMode: true } : { rehearses: true };
}

const modeKeys: ReadonlySet<string> = new Set(['mode', 'phase', 'run_mode']);

function claimOfMode({ value, depth }: Leaf): Claim {
  if (typeof value !== 'string') return nothing;
  const mode = value.trim().toLowerCase();
  if (applyingModes.has(mode))
    return liveModes.has(mode) ? { commits: 'mode', liveKey: true } : { commits: 'mode' };
  if (depth > 0) return nothing;
  if (rehearsingModes.has(mode)) return { rehearses: true };
  if (mode === 'draft') return { drafts: true };
  return mode === 'test' ? { testMode: true } : nothing;
}

const liveModes: ReadonlySet<string> = new Set(['live', 'production', 'prod']);

function isCommitted(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (momentKeys.has(key.name)) return value !== null && value !== '' && value !== false;
  return isTrue(leaf) || isWordyYes(leaf);
}

function isDraftStatus({ key, value, depth, parent }: Leaf): boolean {
  if ((key.last !== 'status' && key.last !== 'state') || typeof value !== 'string') return false;
  if (depth > 0 && parent !== null && !optionHolders.has(parent.name)) return false;
  return /^(is_?)?drafts?$/iu.test(value.trim());
}

/** A key of the live mode, or the address at which a service moves real money. */
function holdsLiveKey({ key, value }: Leaf): boolean {
  if (typeof value !== 'string' || value.length >= 256) return false;
  if (/(^|[^a-z])(sk|rk|pk)_live|(^|_)live_|(^|[_-])live[_-]key/iu.test(value)) return true;
  return (
    (key.roles & role.address) !== 0 && value.includes('.') && isLivePaymentHost(hostIn(value))
  );
}

/** `api_key_type: "live"` beside a claim to be a test. */
function saysLive({ key, value, depth }: Leaf): boolean {
  if (depth > 1 || typeof value !== 'string' || !/^(?:live|prod|production)$/iu.test(value.trim()))
    return false;
  return key.words.some(word => keyWords.has(word)) && (key.words.length > 1 || key.last !== 'key');
}

const keyWords: ReadonlySet<string> = new Set(
  'key keys apikey credential credentials token secret'.split(' '),
);

/** A check that is told not to only check. */
export function deniesRehearsal({ commits }: Pretence, words: readonly string[]): boolean {
  return commits !== null && drySwitches.has(commits) && words.some(word => checks.has(word));
}

const checks: ReadonlySet<string> = new Set('check validate verify plan test diff'.split(' '));

/** Switches that can mean nothing else, so that an empty one means no. */
const drySwitches: ReadonlySet<string> = new Set(
  `dry_run dryrun simulate simulation plan_only check_only validate_only what_if whatif noop no_op check_mode dry print_only
  server_dry_run is_dry_run dry_run_mode simulation_mode preview_only estimate_only`.split(/\s+/),
);

/** `dry_run: { enabled: false }`. */
function isSwitchOf({ key, parent, value }: Leaf): boolean {
  if (parent === null || !drySwitches.has(parent.name) || typeof value === 'string') return false;
  return key.name === 'enabled' || key.name === 'value' || key.name === 'active';
}

function namesDeed(value: string): boolean {
  return splitWords(value.slice(0, 64)).some(word => !isPassive(effectOfVerb.get(word) ?? 'read'));
}

/** `auto_fund`, `then_publish`: a flag that makes the tool also do something that its name does not say. */
function actsByItself(words: readonly string[]): boolean {
  const first = words[0] ?? '';
  if (words.length < 2 || !(first === 'auto' || first === 'then' || first === 'and')) return false;
  return words.slice(1).some(word => !isPassive(effectOfVerb.get(word) ?? 'read'));
}

function hostIn(address: string): string {
  const scheme = address.indexOf('://');
  return address.slice(scheme < 0 ? 0 : scheme + 3).split(/[/?#:]/u, 1)[0] ?? '';
}

/** Only a plain yes is one here: `plan: "starter"` is no plan and `test: "smoke"` no test mode. */
function isTrue(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (value === true || value === 1) return true;
  // ABAP says yes with an X: `TESTRUN: "X"`.
  if (key.name === 'testrun' && value === 'X') return true;
  return (
    typeof value === 'string' &&
    /^(true|yes|y|1|on|only|all|server|client|server-side|client-side)$/iu.test(value.trim())
  );
}

/** `confirm: "DELETE"` and `confirm: "I am sure"` are as good as true. */
function isWordyYes(leaf: Leaf): boolean {
  return (
    leaf.key.name.startsWith('confirm') &&
    typeof leaf.value === 'string' &&
    leaf.value !== '' &&
    isYes(leaf.value)
  );
}
