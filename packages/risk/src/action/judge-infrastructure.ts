import { firstOf, type Rule } from '../rules.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { isPublicBranch } from './environment.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';

const deploying: ReadonlySet<string> = new Set([
  'deploy',
  'deployment',
  'deployments',
  'release',
  'rollout',
  'rollback',
  'migration',
  'migrations',
  'promote',
  'ship',
  'preview',
  'previews',
]);
const schedulers: ReadonlySet<string> = new Set([
  'cron',
  'crontab',
  'cronjob',
  'launchd',
  'systemd',
  'autostart',
  'autorun',
  'startup',
  'daemon',
  'initd',
]);
const deliveries: ReadonlySet<string> = new Set([
  'pipeline',
  'pipelines',
  'workflow',
  'workflows',
  'job',
  'jobs',
  'playbook',
  'runbook',
  'build',
  'action',
  'actions',
  'dag',
  'cron',
  'automation',
]);
/** What others depend on wherever it runs, so that it is never a small matter. */
const foundations: ReadonlySet<string> = new Set([
  'dns',
  'route53',
  'nameserver',
  'nameservers',
  'firewall',
  'certificate',
  'certificates',
  'backup',
  'backups',
  'kms',
  'waf',
  'vpc',
  'terraform',
  'cloudformation',
  'pulumi',
  'loadbalancer',
  'registry',
  'domain',
  'domains',
]);
const alterations: ReadonlySet<Effect> = new Set<Effect>([
  'update',
  'create',
  'deploy',
  'weaken',
  'delete',
  'pay',
]);
/** All other resources are found through these. A record there is not a business record. */
const namingWords: ReadonlySet<string> = new Set(
  'dns nameserver nameservers mx cname spf dkim dmarc dnssec'.split(' '),
);
const harmlessInProduction: ReadonlySet<string> = new Set([
  'comment',
  'note',
  'annotation',
  'annotate',
  'bookmark',
  'label',
  'tag',
  'silence_expiry',
  'dashboard',
]);

/** Changes to what runs, and to how it is set up. */
export function judgeInfrastructure(facts: CallFacts, report: Report): void {
  if (isMerge(facts)) {
    judgeMerge(facts, report);
    return;
  }
  const { domains, place, settings } = facts;
  judgeBranch(facts, report);
  if (facts.seen.leaves.some(leavesContainer))
    report('privilege', 'critical', 'a container with the rights of its host');
  const technical = domains.has('infra') || domains.has('config') || isDeployment(facts);
  if (!technical) return;
  if ((facts.reach.count ?? 0) > settings.records_max && domains.has('infra'))
    report('deployment', 'high', 'more machines or resources than the limit');
  if (place.production) judgeMachines(facts, report);
  else report(...(firstOf(placeRules, facts) ?? changesConfiguration));
}

const forges = 'pull pr mr branch request github gitlab bitbucket git'.split(' ');

function isMerge(facts: CallFacts): boolean {
  if (facts.domains.has('merge')) return true;
  return facts.effect === 'deploy' && says(facts, 'merge') && says(facts, ...forges);
}

function judgeMachines(facts: CallFacts, report: Report): void {
  if (isSideNote(facts)) return;
  report(
    isDeployment(facts) ? 'deployment' : 'production_change',
    'high',
    `changes production, named by ${facts.place.evidence}`,
  );
  if (facts.effect === 'delete')
    report('irreversible', 'critical', 'deletes infrastructure in production');
}

type Found = Readonly<Parameters<Report>>;

const changesConfiguration: Found = [
  'deployment',
  'medium',
  'changes configuration or infrastructure',
];

/** Outside production the first row that applies is reported. */
const placeRules: readonly Rule<CallFacts, Found>[] = [
  {
    when: ({ place }) => place.rehearsal,
    gives: ['deployment', 'medium', 'changes a test environment'],
  },
  {
    when: facts => isDeployment(facts) && facts.effect !== 'draft',
    gives: ['deployment', 'high', 'deploys to an environment that is not stated'],
  },
  {
    when: isFounding,
    gives: ['deployment', 'high', 'changes what everything else depends on'],
  },
];

/** A name, a network or another thing that much else stands on. */
function isFounding(facts: CallFacts): boolean {
  const { domains, effect, names, tool } = facts;
  if (!alterations.has(effect) || !domains.has('infra')) return false;
  const naming = mentions(facts, namingWords);
  const founds =
    naming ||
    mentions(facts, foundations) ||
    names.some(name => name.phrase.includes('_route_53_'));
  return founds && (naming || tool.phrase.includes('_route_53_') || !businessToo(facts));
}

export function isDeployment(facts: Pick<CallFacts, 'effect' | 'names' | 'domains'>): boolean {
  const { effect, names, domains } = facts;
  const named = (words: ReadonlySet<string>): boolean => mentions({ names }, words);
  if (named(packageManagers)) return false;
  const business =
    domains.has('records') ||
    domains.has('money') ||
    domains.has('light') ||
    domains.has('message');
  const technical = domains.has('infra') || domains.has('config');
  // `orders.ship` and `holds.release` deploy nothing.
  if (business && !technical) return deployable.has(effect) && named(certainlyDeploying);
  return effect === 'deploy' || (deployable.has(effect) && named(deploying));
}

const deployable: ReadonlySet<Effect> = new Set<Effect>([
  'deploy',
  'control',
  'create',
  'approve',
  'unknown',
  'update',
  'grant',
]);
const certainlyDeploying: ReadonlySet<string> = new Set([
  'deploy',
  'deployment',
  'deployments',
  'rollout',
  'rollback',
  'migration',
  'migrations',
  'preview',
  'previews',
]);
const packageManagers: ReadonlySet<string> = new Set([
  'npm',
  'pip',
  'yarn',
  'pnpm',
  'cargo',
  'gem',
  'brew',
  'apt',
  'package',
  'packages',
  'dependency',
  'dependencies',
  'pypi',
  'composer',
  'nuget',
  'extension',
  'plugin',
]);

/** Foreign code: by name from its registry, or from an address. */
export function judgePackages(facts: CallFacts, report: Report): void {
  if (!mentions(facts, packageManagers) || !says(facts, 'install', 'add', 'update', 'upgrade'))
    return;
  const fromAddress = facts.seen.leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      leaf.value.length < 2048 &&
      /:\/\/|^git\+|^[\w-]+\/[\w-]+#/u.test(leaf.value),
  );
  report(
    'unknown_code',
    fromAddress ? 'high' : 'medium',
    fromAddress ? 'installs code from an address' : 'installs a package',
  );
}

/** Something that runs later by itself, whatever it runs. */
export function judgeSchedules(facts: CallFacts, report: Report): void {
  if (mentions(facts, schedulers) && !facts.place.rehearsal)
    report('persistence', 'high', 'sets up something that runs automatically later');
}

/** A container that is none: privileged, or with the files or the socket of its host. */
function leavesContainer(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (key.name === 'privileged' || key.name === 'host_pid' || key.name === 'host_network')
    return value === true || value === 'true';
  if (typeof value !== 'string' || value.length > 512) return false;
  if (key.name === 'cap_add' || key.name === 'capabilities') return /SYS_ADMIN|ALL/u.test(value);
  if (!key.words.some(word => mounts.has(word))) return false;
  return (
    /docker\.sock|^\/:|^\/(etc|root|home|var)?\/?:/u.test(value) ||
    (key.name === 'host_path' && /^\/(etc|root|home|var\/run)?\/?$/u.test(value))
  );
}

const mounts: ReadonlySet<string> = new Set([
  'volume',
  'volumes',
  'mount',
  'mounts',
  'bind',
  'binds',
  'host',
]);

/** The effect of a merge depends on its target. If no target is named, it is the shared branch. */
function judgeMerge(facts: CallFacts, report: Report): void {
  const targets = facts.seen.leaves.filter(
    leaf =>
      leaf.key.name === 'base' ||
      leaf.key.name === 'target_branch' ||
      leaf.key.name === 'into' ||
      leaf.key.name === 'base_branch',
  );
  if (targets.length > 0 && !targets.some(isPublicBranch))
    report('data_write', 'medium', 'merges into a branch of its own');
  else report('history_rewrite', 'high', 'merges into a shared branch');
}

const branchWriters: ReadonlySet<string> = new Set([
  'file',
  'files',
  'commit',
  'push',
  'contents',
  'content',
  'ref',
  'branch',
  'tree',
  'blob',
]);

/** Writing to a shared branch past its reviews. */
function judgeBranch(facts: CallFacts, report: Report): void {
  if (!mentions(facts, branchWriters) || says(facts, 'pull_request')) return;
  if (
    facts.tool.phrase.includes('_pull_request_') ||
    facts.tool.phrase.includes('_create_branch_') ||
    facts.tool.phrase.includes('_checkout_')
  )
    return;
  const written = facts.seen.leaves.some(
    leaf =>
      (leaf.key.name === 'branch' ||
        leaf.key.name === 'ref' ||
        leaf.key.name === 'target_branch') &&
      isPublicBranch(leaf),
  );
  if (written)
    report(
      'history_rewrite',
      facts.effect === 'delete' ? 'critical' : 'high',
      'writes to a shared branch directly',
    );
  const forced = facts.seen.leaves.some(leaf => leaf.key.name === 'force' && leaf.value === true);
  if (forced && says(facts, 'push', 'ref', 'branch'))
    report('history_rewrite', 'high', 'rewrites a branch');
}

/** A remark beside something that runs: it changes nothing about it. */
export function isSideNote(facts: CallFacts): boolean {
  return (
    facts.effect === 'create' &&
    mentions(facts, harmlessInProduction) &&
    !mentions(facts, deploying)
  );
}

function businessToo(facts: CallFacts): boolean {
  return facts.domains.has('records') || facts.domains.has('light') || facts.domains.has('message');
}

/** Runs something by its name: what it does is not to be seen. */
export function judgeRuns(facts: CallFacts, report: Report): void {
  if (facts.effect !== 'control' || !mentions(facts, deliveries)) return;
  const main = facts.seen.leaves.some(
    leaf => (leaf.key.roles & role.branch) !== 0 && isPublicBranch(leaf),
  );
  if (facts.place.production) report('deployment', 'high', 'starts a job in production');
  else
    report(
      'deployment',
      main && !facts.place.rehearsal && says(facts, 'deploy', 'release') ? 'high' : 'medium',
      'starts a job',
    );
}
