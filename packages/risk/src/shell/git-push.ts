import { isUrl } from './hosts.ts';
import { hasOption, parseOptions } from './options.ts';
import type { Call, Scope } from './scope.ts';
import { display, isKnown } from './value.ts';

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

/** What a push does to the other side: which branches, with or without their history, and whose remote. */
export function judgePush(call: Call, scope: Scope): void {
  const options = parseOptions(call.args, {
    short: 'o',
    long: ['push-option', 'repo', 'receive-pack', 'exec'],
  });
  const [remote, ...refspecs] = options.operands;
  scope.change();
  const isPreview = hasOption(options, 'n', 'dry-run') && !options.flags.has('no-dry-run');
  if (isPreview) return;
  if (scope.machine.stagesSecret)
    scope.find('secret_leaving', 'critical', 'git push sends a credential that was just added');
  const lease = [...options.flags].some(flag => flag.startsWith('force-with-lease'));
  const forced = options.flags.has('f') || options.flags.has('force');
  const find = (level: 'medium' | 'high' | 'critical', what: string) =>
    scope.find('history_rewrite', level, `git push ${what}`);
  if (options.flags.has('mirror') || options.flags.has('prune'))
    find('critical', '--mirror replaces every branch');
  if (options.flags.has('all') || options.flags.has('branches'))
    find('high', '--all writes every branch');
  if (options.flags.has('tags')) find('high', '--tags publishes every tag');
  if (
    remote &&
    (isUrl(remote.text) ||
      scope.machine.remotes.has(remote.text) ||
      /^[\w.-]{1,64}@[\w.-]{1,255}:/u.test(remote.text))
  )
    scope.find('data_leaving', 'high', `git push to another place: ${display(remote.text)}`);
  if (remote && scope.mentionsProduction(remote.text))
    scope.find('production_change', 'high', `git push to ${display(remote.text)}`);
  if (/^(heroku|dokku|piku|live|deploy)$/u.test(remote?.text ?? ''))
    scope.find('deployment', 'high', `git push to ${display(remote?.text ?? '')}`);
  if (refspecs.length === 0 && (forced || lease))
    find(forced ? 'high' : 'medium', 'rewrites the current branch');
  const deletes = options.flags.has('d') || options.flags.has('delete');
  for (const refspec of refspecs) {
    const { text } = refspec;
    const plus = text.startsWith('+');
    const body = plus ? text.slice(1) : text;
    const colon = body.lastIndexOf(':');
    const target = colon >= 0 ? body.slice(colon + 1) : body;
    const removes = deletes || (colon === 0 && target !== '');
    const shared =
      isSharedBranch(target, scope.context.settings.production_names) || !isKnown(refspec);
    if (removes) find(shared ? 'critical' : 'high', `deletes ${display(target)}`);
    else if (plus || forced) find(shared ? 'critical' : 'high', `rewrites ${display(target)}`);
    else if (lease) find(shared ? 'critical' : 'medium', `rewrites ${display(target)}`);
    else if (shared && isKnown(refspec)) find('high', `writes to ${display(target)} directly`);
    else if (/^(refs\/tags\/|v[0-9])/u.test(target))
      find('high', `publishes the tag ${display(target)}`);
  }
}
