import { matchesSegment, type Path } from './paths.ts';

/** What such a folder of any agent holds under these names decides, too. */
const generalAgent =
  /^(.*\/)?((policy|policies|permissions?|approvals?|guardrails?|hooks?|settings)(\.(ya?ml|json|toml))?)$/u;

/** Folders of agents, with the files in them that decide what the agent may do or what runs around it. */
const agentFolders: Readonly<Record<string, RegExp>> = {
  '.claude': /^(settings([.a-z]{0,12})\.json|hooks(\/.*)?|plugins(\/.*)?)$/u,
  '.codex': /^(config\.toml|hooks\.json|rules(\/.*)?|requirements\.toml)$/u,
  '.cursor':
    /^(mcp\.json|permissions\.json|hooks\.json|cli\.json|cli-config\.json|settings\.json|sandbox\.json|hooks(\/.*)?)$/u,
  '.gemini': /^(settings\.json|policies(\/.*)?|extensions(\/.*)?)$/u,
  '.windsurf': /^(mcp_config\.json|hooks\.json|settings\.json)$/u,
  '.continue': /^(config\.(ya?ml|json|ts)|permissions\.ya?ml)$/u,
  '.roo': /^mcp\.json$/u,
  '.kiro': /^(settings|hooks)\/.*$/u,
  '.amazonq': /^(mcp\.json|cli-agents\/.*)$/u,
  '.opencode': /^(opencode\.jsonc?|plugin(\/.*)?)$/u,
  '.vscode': /^mcp\.json$/u,
  '.agent': generalAgent,
  '.agents': generalAgent,
  '.ai': generalAgent,
  goose: /^(config|permission)\.ya?ml$/u,
  opencode: /^opencode\.jsonc?$/u,
};
const agentFiles =
  /^(\.mcp\.json|\.claude\.json|claude_desktop_config\.json|mcp_config\.json|\.aider\.conf\.ya?ml|opencode\.jsonc?|codeowners)$/u;
/** The policy of a gate under the names it goes by. */
const policyFiles =
  /^(countersign([.-][a-z0-9.-]{0,40})?|((approvals?|agents?|guardrails?|gate)[._-](policy|policies|rules|permissions))|guardrails?)\.(ya?ml|json|toml|cel)$/u;

/** A folder whose name says that it holds the rules of a guard for agents: `.agent-guard`, `guardrails`, `approval-gate`. */
const guardFolder =
  /^\.?(?:(?:agent|ai|tool|approvals?|mcp)[._-](?:guards?|guardrails?|gate|gateway|policy|policies|approvals?|rules|permissions)|guardrails?|approvals?)$/u;
const ruleFile =
  /^(?:polic(?:y|ies)|rules?|permissions?|approvals?|config|settings)(?:[.-][a-z0-9-]{1,24})?\.(?:ya?ml|json|toml|cel|rego)$/u;

/** A wildcard that spells three letters of such a folder is taken to mean it. */
function meant(segment: string): string {
  if (!/[*?[]/u.test(segment) || segment.replace(/[^a-z]/gu, '').length < 3) return segment;
  const plain = segment.replace(/\[[^\]]{0,40}\]/gu, '?');
  return wellKnown.find(name => matchesSegment(name, plain)) ?? segment;
}

const wellKnown = ['.countersign', '.claude', '.codex', '.cursor', '.gemini', 'countersign'];

/** True if it decides what this or another agent may do. */
export function isPolicyPath(path: Path): boolean {
  const lower = path.segments.map(segment => meant(segment.toLowerCase()));
  const name = lower.at(-1) ?? '';
  if (lower.includes('.countersign') || agentFiles.test(name) || policyFiles.test(name))
    return true;
  if (ruleFile.test(name) && lower.slice(0, -1).some(segment => guardFolder.test(segment)))
    return true;
  // The folder of the gate itself, wherever it is installed; elsewhere a policy may be anything.
  if (lower.includes('countersign') && /^(policy|policies|rules)(\.[a-z.]{2,12})?$/u.test(name))
    return true;
  for (const [at, segment] of lower.entries()) {
    if (!Object.hasOwn(agentFolders, segment)) continue;
    const below = lower.slice(at + 1).join('/');
    // The folder as a whole holds them too, and a wildcard may mean them.
    if (
      below === ''
        ? segment.startsWith('.') && segment !== '.vscode'
        : agentFolders[segment]?.test(below)
    )
      return true;
  }
  return false;
}
