import { isUrl } from './hosts.ts';
import { hasOption, parseOptions } from './options.ts';
import type { Call, Scope } from './scope.ts';
import { display, isKnown, type Value } from './value.ts';

const sharedNames = new Set(
  'main master trunk develop development default staging gh-pages next mainline'.split(' '),
);

/** True for branches that others build on. Everything else is taken for the agent's own. */
function isSharedBranch(name: string, production: readonly string[]): boolean {
  const branch = name.replace(/^refs\/heads\//u, '').toLowerCase();
  const [first = ''] = branch.split('/');
  return (
    sharedNames.has(branch) ||
    production.includes(branch) ||
    /^(releases?|hotfix|deploy|stable|production)([/-]|$)/u.test(branch) ||
    production.includes(first)
  );
}

/** One push: how it is told to write, and how a finding about it is reported. */
interface Push {
  readonly scope: Scope;
  readonly flags: ReadonlySet<string>;
  readonly forced: boolean;
  readonly lease: boolean;
  readonly find: (level: 'medium' | 'high' | 'critical', what: string) => void;
}

/** The effect of a push on the remote: which branches, with or without their history, and whose remote. */
export function judgePush(call: Call, scope: Scope): void {
  const options = parseOptions(call.args, {
    short: 'o',
    long: ['push-option', 'repo', 'receive-pack', 'exec'],
  });
  const [remote, ...refspecs] = options.operands;
  const { flags } = options;
  scope.change();
  const isPreview = hasOption(options, 'n', 'dry-run') && !flags.has('no-dry-run');
  if (isPreview) return;
  scope.changeElsewhere();
  if (scope.machine.stagesSecret)
    scope.find('secret_leaving', 'critical', 'git push sends a credential that was just added');
  const push: Push = {
    scope,
    flags,
    forced: flags.has('f') || flags.has('force'),
    lease: [...flags].some(flag => flag.startsWith('force-with-lease')),
    find: (level, what) => scope.find('history_rewrite', level, `git push ${what}`),
  };
  for (const { when, level, what } of wholePushes) if (when(flags)) push.find(level, what);
  if (remote) judgeRemote(remote, scope);
  judgeCurrent(push, refspecs);
  for (const refspec of refspecs) judgeRefspec(push, refspec);
}

interface WholePush {
  readonly when: (flags: ReadonlySet<string>) => boolean;
  readonly level: 'high' | 'critical';
  readonly what: string;
}

/** Options by which more is written than the branches that are named. */
const wholePushes: readonly WholePush[] = [
  {
    when: flags => flags.has('mirror') || flags.has('prune'),
    level: 'critical',
    what: '--mirror replaces every branch',
  },
  {
    when: flags => flags.has('all') || flags.has('branches'),
    level: 'high',
    what: '--all writes every branch',
  },
  { when: flags => flags.has('tags'), level: 'high', what: '--tags publishes every tag' },
];

function judgeRemote({ text }: Value, scope: Scope): void {
  const isElsewhere =
    isUrl(text) || scope.machine.remotes.has(text) || /^[\w.-]{1,64}@[\w.-]{1,255}:/u.test(text);
  if (isElsewhere)
    scope.find('data_leaving', 'high', `git push to another place: ${display(text)}`);
  if (scope.mentionsProduction(text))
    scope.find('production_change', 'high', `git push to ${display(text)}`);
  if (/^(heroku|dokku|piku|live|deploy)$/u.test(text))
    scope.find('deployment', 'high', `git push to ${display(text)}`);
}

/** The branch that one is on is pushed where no other is named. */
function judgeCurrent({ scope, forced, lease, find }: Push, refspecs: readonly Value[]): void {
  if (refspecs.length === 0 && (forced || lease))
    find(forced ? 'high' : 'medium', 'rewrites the current branch');
  const { branch } = scope.machine;
  const isCurrent = refspecs.length === 0 || refspecs.some(({ text }) => text === 'HEAD');
  if (
    isCurrent &&
    branch !== null &&
    isSharedBranch(branch, scope.context.settings.production_names)
  )
    find('high', `writes to ${display(branch)} directly`);
}

function judgeRefspec({ scope, flags, forced, lease, find }: Push, refspec: Value): void {
  const { text } = refspec;
  const plus = text.startsWith('+');
  const body = plus ? text.slice(1) : text;
  const colon = body.lastIndexOf(':');
  const target = colon >= 0 ? body.slice(colon + 1) : body;
  const removes = flags.has('d') || flags.has('delete') || (colon === 0 && target !== '');
  const shared =
    isSharedBranch(target, scope.context.settings.production_names) || !isKnown(refspec);
  if (removes) find(shared ? 'critical' : 'high', `deletes ${display(target)}`);
  else if (plus || forced) find(shared ? 'critical' : 'high', `rewrites ${display(target)}`);
  else if (lease) find(shared ? 'critical' : 'medium', `rewrites ${display(target)}`);
  else if (shared && isKnown(refspec)) find('high', `writes to ${display(target)} directly`);
  else if (/^(refs\/tags\/|v[0-9])/u.test(target))
    find('high', `publishes the tag ${display(target)}`);
}
