import { effectOfVerb, isPassive } from './effects.ts';
import { role } from './parameter-key.ts';
import { isLivePaymentHost } from './payment-services.ts';
import { isNo, isYes, type Leaf, type Survey } from './survey.ts';
import { splitWords } from './words.ts';

/** What a call says about being real. */
export interface Pretence {
  /** It claims to be a rehearsal: a dry run, a preview, a plan. */
  readonly rehearses: boolean;
  /** It claims to be a draft without recipients yet. */
  readonly drafts: boolean;
  /** It claims a provider's test mode. */
  readonly testMode: boolean;
  /** Something in the same call denies the claim, or would deny it if a name made one. */
  readonly commits: string | null;
  /** It is real whatever it is called: a live key or object, a live mode, the host at which a service moves real money. */
  readonly liveKey: boolean;
}

/** Objects that carry the options of the call itself; a flag inside any other object belongs to something else. */
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
  'draft',
  'test',
  'proposal',
  'estimate',
]);
/** A moment at which something is going to happen is a commitment whatever its value. */
const momentKeys: ReadonlySet<string> = new Set(
  'send_at scheduled_at publish_at schedule_at schedule_time scheduled_for deliver_at post_at'.split(
    ' ',
  ),
);

/** `execute: false` says as much as `dry_run: true`. */
const notDone: ReadonlySet<string> = new Set([
  'execute',
  'apply',
  'perform',
  'run',
  'post',
  'commit',
]);

/** `send: false` beside a message, `finalize: false` beside an invoice: it stays a draft. */
function staysDraft({ key, depth, value }: Leaf): boolean {
  return depth === 0 && value === false && keptBack.has(key.name);
}

const keptBack: ReadonlySet<string> = new Set([
  'send',
  'finalize',
  'finalise',
  'publish',
  'submit',
]);

function isNotDone({ key, depth, value }: Leaf): boolean {
  if (depth > 0) return false;
  if (key.name === 'operation')
    return value === 'preview' || value === 'plan' || value === 'dry_run';
  return notDone.has(key.name) && value === false;
}

export function pretenceOf(seen: Survey): Pretence {
  let rehearses = seen.leaves.some(isNotDone);
  let drafts = seen.leaves.some(staysDraft);
  let testMode = false;
  let commits: string | null = null;
  let liveKey = seen.leaves.some(saysLive);
  for (const leaf of seen.leaves) {
    const { key, value } = leaf;
    if (
      typeof value === 'string' &&
      value.length < 256 &&
      ((/live/iu.test(value) &&
        /(^|[^a-z])(sk|rk|pk)_live|(^|_)live_|(^|[_-])live[_-]key/iu.test(value)) ||
        ((key.roles & role.address) !== 0 &&
          value.includes('.') &&
          isLivePaymentHost(hostIn(value))))
    )
      liveKey = true;
    if ((key.roles & role.simulation) !== 0) {
      const inside =
        leaf.depth === 0 ||
        (leaf.depth === 1 && leaf.owner === null && leaf.parent === key) ||
        (leaf.depth === 1 && leaf.parent !== null && optionHolders.has(leaf.parent.name));
      if (liveModeKeys.has(key.name)) {
        if (value === false && inside) testMode = true;
        else if (isTrue(leaf)) {
          commits ??= key.name;
          liveKey = true;
        }
      } else if (isTrue(leaf)) {
        if (!inside) continue;
        if (draftKeys.has(key.name)) drafts = true;
        else if (testKeys.has(key.name)) testMode = true;
        else rehearses = true;
      } else if (value === null ? drySwitches.has(key.name) : isNo(value)) commits ??= key.name;
    } else if (isSwitchOf(leaf)) {
      if (value !== null && isYes(value)) rehearses = true;
      else commits ??= leaf.parent?.name ?? key.name;
    } else if (actsByItself(key.words) && isTrue(leaf)) commits ??= key.name;
    // What comes after is what is really done: `then: "fund"`.
    else if ((key.roles & role.follower) !== 0 && typeof value === 'string' && namesDeed(value))
      commits ??= key.name;
    else if ((key.roles & role.commitment) !== 0 && leaf.depth <= 1) {
      if (
        momentKeys.has(key.name)
          ? value !== null && value !== '' && value !== false
          : isTrue(leaf) || isWordyYes(leaf)
      )
        commits ??= key.name;
    } else if (
      (key.name === 'mode' || key.name === 'phase' || key.name === 'run_mode') &&
      typeof value === 'string'
    ) {
      const mode = value.trim().toLowerCase();
      if (applyingModes.has(mode)) {
        commits ??= 'mode';
        if (mode === 'live' || mode === 'production' || mode === 'prod') liveKey = true;
      } else if (rehearsingModes.has(mode) && leaf.depth === 0) rehearses = true;
    } else if (
      (key.name === 'status' || key.name === 'state') &&
      typeof value === 'string' &&
      /^(is_?)?drafts?$/iu.test(value.trim()) &&
      (leaf.depth === 0 || leaf.parent === null || optionHolders.has(leaf.parent.name))
    )
      drafts = true;
  }
  // `dryRun: []` asks for no rehearsal of anything.
  for (const { key, value } of seen.branches)
    if (drySwitches.has(key.name) && Object.keys(value).length === 0) commits ??= key.name;
  return { rehearses, drafts, testMode, commits, liveKey };
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

/** `auto_fund`, `then_publish`: a flag by which the thing goes on to do what its name does not say. */
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
  const { value } = leaf;
  if (value === true || value === 1) return true;
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
