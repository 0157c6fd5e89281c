import { type CallFacts, mentions, type Report } from './call-facts.ts';
import { role } from './parameter-key.ts';
import { isNo, isYes, type Leaf } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

const adding: ReadonlySet<string> = new Set([
  'install',
  'add',
  'register',
  'enable',
  'load',
  'connect',
  'import',
  'configure',
  'attach',
  'set',
  'update',
  'upsert',
  'mount',
]);
const addons: ReadonlySet<string> = new Set([
  'plugin',
  'plugins',
  'extension',
  'extensions',
  'addon',
  'addons',
  'tool',
  'tools',
  'connector',
  'vsix',
  'hook',
  'hooks',
  'app',
]);
const skills: ReadonlySet<string> = new Set(['skill', 'skills']);

/** Code of others that from now on acts with the agent: a server of tools, a skill, an extension from an address. */
export function judgeExtensions(facts: CallFacts, report: Report): void {
  const names = ['mcp_servers', 'mcpservers', 'mcp_server'];
  if (
    addsServer(facts) ||
    facts.seen.branches.some(branch => names.includes(branch.key.name)) ||
    (mentions(facts, skills) && mentions(facts, adding))
  ) {
    report('unknown_code', 'high', 'adds code of others to what the agent can do');
    return;
  }
  if (!mentions(facts, addons) || !mentions(facts, adding)) return;
  const fetched = facts.seen.leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      (leaf.key.roles & role.prose) === 0 &&
      /^[a-z+]{2,10}:\/\/|^git@|^(github|gitlab|bitbucket)\.(com|org)\/|\.(vsix|crx|xpi|mcpb|dxt)$/iu.test(
        leaf.value.slice(0, 300),
      ),
  );
  const started = facts.seen.leaves.some(
    leaf => leaf.depth <= 2 && startingKeys.has(leaf.key.name) && typeof leaf.value === 'string',
  );
  if (fetched || started) report('unknown_code', 'high', 'adds code from an address or a command');
}

const startingKeys: ReadonlySet<string> = new Set(['command', 'cmd', 'executable', 'entrypoint']);

/** `mcp.install_server` and `mcp_add`, but not `mcp__files__add`, where the word only says how the tool is reached. */
function addsServer(facts: CallFacts): boolean {
  const { words } = facts.tool;
  const at = words.indexOf('mcp');
  if (at < 0 || !hasAny(words, adding)) return false;
  if (words.includes('server') || words.includes('servers')) return true;
  if (adding.has(words[at - 1] ?? '')) return true;
  // `salesforce_mcp.update_record` is a tool of that server, and adds none. `claude.mcp_add_json` adds one.
  const updatesRecord = at > 0 && words[at + 1] === 'update' && at + 2 < words.length;
  return adding.has(words[at + 1] ?? '') && !updatesRecord;
}

/** Words for the one who acts, and for where its settings are kept. */
const own: ReadonlySet<string> = new Set([
  'agent',
  'agents',
  'assistant',
  'copilot',
  'cursor',
  'claude',
  'codex',
  'gemini',
  'windsurf',
  'aider',
  'autopilot',
  'self',
]);
const places: ReadonlySet<string> = new Set([
  'settings',
  'setting',
  'config',
  'configuration',
  'preferences',
  'permission',
  'permissions',
  'session',
  'ide',
  'tools',
  'mode',
  'workspace',
  'chat',
]);

/** What bounds an agent: to change it is to change what it may do. */
const bounds: ReadonlySet<string> = new Set([
  'prompt',
  'instructions',
  'tools',
  'permissions',
  'permission',
  'guard',
  'guards',
  'guardrail',
  'limit',
  'limits',
  'budget',
  'policy',
  'hook',
  'hooks',
  'sandbox',
  'constraints',
  'scopes',
  'allowlist',
  'confirmation',
  'quota',
  'trust',
]);

/** Switches by which an agent stops asking, as they are called in settings. */
const unasked =
  `auto_approv autoapprov auto_accept autoaccept auto_run autorun auto_execute yolo always_allow bypass_permission skip_permission
  dangerously permissions_allow allow_all unattended full_auto fullauto no_confirm disable_confirm accept_edits acceptedits autopilot
  auto_confirm skip_approval trust_all trusted_workspace disable_sandbox unsafe_mode`.split(/\s+/);
/** Switches by which it asks; off is what matters. */
const asked = [
  'require_confirm',
  'confirm_before',
  'human_in_the_loop',
  'ask_before',
  'require_approval',
  'require_human',
  'needs_approval',
  'ask_user',
  'sandbox_enabled',
];
const freeModes: ReadonlySet<string> = new Set(
  'autonomous auto unattended full full_auto fullauto yolo autopilot bypass bypasspermissions acceptedits accept_edits never unrestricted god dontask danger danger_full_access root'.split(
    ' ',
  ),
);
/** Modes that only agents have. */
const certainModes: ReadonlySet<string> = new Set(
  'yolo full_auto fullauto autopilot bypass_permissions accept_edits danger_full_access unattended'.split(
    ' ',
  ),
);
const modeKeys: ReadonlySet<string> = new Set(
  'mode autonomy autonomy_level permission_mode approval_mode level run_mode execution_mode sandbox_mode'.split(
    ' ',
  ),
);
const settingKeys: ReadonlySet<string> = new Set(
  'key setting name path option property flag field preference id config_key'.split(' '),
);

/** The settings of the agent itself: what it may do without a person, its tools, its instructions. */
export function judgeOwnSettings(facts: CallFacts, report: Report): void {
  const itself = mentions(facts, own);
  if (mentions(facts, lastingWords) && facts.seen.leaves.some(tellsNotToAsk)) {
    report('policy_tampering', 'critical', 'sets that no person is asked');
    return;
  }
  if (!itself && !mentions(facts, places)) return;
  if (
    facts.seen.leaves.some(
      leaf =>
        stopsAsking(leaf) || freesMode(leaf, itself) || allowsAll(leaf) || emptiesBounds(leaf),
    )
  ) {
    report('policy_tampering', 'critical', 'lets the agent act without a person');
    return;
  }
  if (facts.effect === 'send' || facts.effect === 'create') return;
  if (itself && (mentions(facts, bounds) || setsBounds(facts)))
    report('policy_tampering', 'high', 'changes the limits of the agent');
}

/** `update_assistant` with `instructions`, `tools` or the like among what is updated. */
function setsBounds(facts: CallFacts): boolean {
  if (facts.effect !== 'update') return false;
  return (
    facts.seen.leaves.some(leaf => leaf.depth === 0 && boundKeys.has(leaf.key.name)) ||
    facts.seen.branches.some(branch => branch.depth === 0 && boundKeys.has(branch.key.name))
  );
}

const boundKeys: ReadonlySet<string> = new Set(
  'instructions system_prompt tools allowed_tools permissions guardrails scopes'.split(' '),
);

/** What an agent reads again at its next start. */
const lastingWords: ReadonlySet<string> = new Set([
  'memory',
  'memories',
  'remember',
  'memorize',
  'instructions',
  'rules',
  'prompt',
  'persona',
]);

/** `Never delete a bucket without asking` tells the agent to ask. */
const careful =
  /\b(never|don't|dont|do not|must not|may not|should not|cannot|can't|not to|nobody (may|can))( ever)? (delete|remove|drop|erase|wipe|purge|push|merge|deploy|release|publish|send|mail|post|pay|transfer|refund|charge|change|modify|edit|touch|overwrite|move|rename|restart|stop|run|use|create|add|install|upgrade|commit|rebase|force|make|do|write|access|share|grant|migrate)\b(?![^.;:!?,\n]{0,200}\b(but|instead|just|always|only|then|rather|simply|is|are)\b)[^.;!?,\n]{0,200}?\bwithout (first )?(ask|request|wait|confirm|approv)\w*/giu;

function tellsNotToAsk({ value }: Leaf): boolean {
  if (typeof value !== 'string') return false;
  const text = value.slice(0, 8192).replaceAll(careful, '');
  return (
    /\b(never|don't|dont|not|no need to|without|skip|stop) (have to |need to )?(ask|request|wait|requir|confirm|approv)/iu.test(
      text,
    ) ||
    /\b(auto.?approve|always (allow|approve)|pre.?approved|bypass (the )?(approval|policy|guard))/iu.test(
      text,
    )
  );
}

function stopsAsking(leaf: Leaf): boolean {
  const { key, value, owner } = leaf;
  if (value === null) return false;
  const name = key.name;
  if (value === true && unasked.some(phrase => leaf.parent?.name.includes(phrase))) return true;
  if (unasked.some(phrase => name.includes(phrase))) return isYes(value);
  if (asked.some(phrase => name.includes(phrase))) return isNo(value);
  if (!settingKeys.has(name) || typeof value !== 'string' || value.length > 128) return false;
  const subject = splitWords(value).join('_');
  const beside = owner?.['value'] ?? owner?.['enabled'] ?? owner?.['new_value'] ?? owner?.['state'];
  const off =
    beside === false ||
    beside === 'false' ||
    beside === 0 ||
    beside === 'off' ||
    beside === 'never';
  if (unasked.some(phrase => subject.includes(phrase))) return !off && beside !== undefined;
  return off && asked.some(phrase => subject.includes(phrase));
}

function freesMode({ key, value }: Leaf, itself: boolean): boolean {
  return (
    modeKeys.has(key.name) &&
    typeof value === 'string' &&
    value.length < 40 &&
    (itself ? freeModes : certainModes).has(splitWords(value).join('_'))
  );
}

/** Lists of settings that bound an agent, by the name that stands beside their new value. */
const boundLists =
  /(^|_)(hooks?|pre_tool_use|(blocked|denied|deny|disallowed|forbidden|restricted|protected)_(commands?|tools?|paths?|files?|directories|folders?|domains?|list)|allowed_(directories|folders|paths)|permissions?_deny)(_|$)/u;

/** `{ key: "blockedCommands", value: [] }`: without an entry the list bounds nothing. */
function emptiesBounds({ key, value, owner }: Leaf): boolean {
  if (!settingKeys.has(key.name) || typeof value !== 'string' || value.length > 128) return false;
  if (!boundLists.test(splitWords(value).join('_')) || owner === null) return false;
  return ['value', 'new_value', 'values', 'data'].some(
    name => Object.hasOwn(owner, name) && isEmpty(owner[name]),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === false || value === '' || value === '[]' || value === '{}')
    return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `allowed_tools: ["*"]`, `allow: ["Bash(*)"]`. */
function allowsAll({ key, value }: Leaf): boolean {
  return (
    typeof value === 'string' &&
    value.length < 64 &&
    value.includes('*') &&
    (key.words.includes('allowed') || key.words[0] === 'allow' || key.name === 'tools')
  );
}
