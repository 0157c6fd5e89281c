import { judgePodExec } from './container-programs.ts';
import { assessRemote, commandWords, flagValue, type RemoteEffect } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isRehearsed } from './unknown-programs.ts';
import { unknown, type Value } from './value.ts';

const kubectlValued =
  '-n --namespace --context --cluster --user -f --filename -k --kustomize -o --output -l --selector --kubeconfig --since --tail -c --container --field-selector --timeout --as -p --patch --type --replicas --image --sort-by --grace-period --server --token --from-literal --from-file --port --for --template'.split(
    ' ',
  );
const kubectlReads = new Set(
  'get describe logs top explain diff events api-resources api-versions version cluster-info wait completion options kustomize plugin'.split(
    ' ',
  ),
);
const kubectlDestroys = new Set('delete drain evict replace'.split(' '));

/** One command of kubectl. */
interface ClusterCommand {
  readonly call: Call;
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly verb: string;
  readonly sub: string;
  readonly what: string;
}

function readsSecret({ verb, sub, words }: ClusterCommand): boolean {
  if (verb !== 'get') return false;
  return (
    /^secrets?(\/|$|,|\.)/u.test(sub) ||
    words.some(word => /^secrets?\//u.test(word)) ||
    /,secrets?(,|$)/u.test(sub)
  );
}

function judgeSecretRead({ call, scope, what }: ClusterCommand): Value | undefined {
  const output =
    flagValue(call, '-o', '--output') ??
    call.args.map(arg => /^-o(.+)$/u.exec(arg.text)?.[1]).find(Boolean);
  if (output === undefined || output === 'name' || output === 'wide') return undefined;
  assessRemote(call, 'secret', what, scope);
  return unknown(['secret']);
}

function judgeClusterConfig({ call, scope, words, sub, what }: ClusterCommand): undefined {
  if (sub === 'use-context' || sub === 'set-context') {
    const chosen = flagValue(call, '--namespace', '--cluster') ?? '';
    scope.select([...words.slice(2), chosen]);
    scope.change();
  } else if (sub === 'view' && call.args.some(arg => /^--(raw|flatten)$/u.test(arg.text)))
    assessRemote(call, 'secret', what, scope);
  else if (/^(set|unset|delete|rename)/u.test(sub)) scope.change();
}

function judgeExec({ call, scope, words, what }: ClusterCommand): Value | undefined {
  const at = call.args.findIndex(arg => arg.text === '--');
  const target = { ...call, args: at >= 0 ? call.args.slice(0, at) : call.args };
  const inner =
    at >= 0
      ? call.args.slice(at + 1)
      : call.args
          .slice(call.args.findIndex(arg => arg.text === words[1]) + 1)
          .filter(arg => !/^-/u.test(arg.text));
  return judgePodExec(target, inner, scope, describe(call, what));
}

/** Commands that look, or only try. */
function onlyLooks({ call, verb, sub }: ClusterCommand): boolean {
  if (verb === 'auth' && ['can-i', 'whoami'].includes(sub)) return true;
  if (verb === 'rollout' && ['status', 'history'].includes(sub)) return true;
  return isDryRun(
    call.args.map(arg => arg.text),
    verb,
  );
}

/** kubectl and its relatives. The cluster is production if its context, namespace or file says so. */
const judgeKubectl: Judge = (call, scope) => {
  const words = commandWords(call, kubectlValued);
  const [verb = '', sub = ''] = words;
  const what = words.slice(0, 3).join(' ');
  const command: ClusterCommand = { call, scope, words, verb, sub, what };
  if (readsSecret(command)) return judgeSecretRead(command);
  if (verb === 'config') return judgeClusterConfig(command);
  if (verb === 'exec' || verb === 'debug') return judgeExec(command);
  if (kubectlReads.has(verb) || verb === '') {
    scope.inProduction(call);
    return undefined;
  }
  if (!onlyLooks(command))
    assessRemote(withoutNamespace(call, sub), kubectlEffect(verb, words), what, scope);
  return undefined;
};

/** A namespace says nothing about what belongs to the whole cluster, such as another namespace. */
function withoutNamespace(call: Call, kind: string): Call {
  const isWhole =
    /^(ns|namespaces?|nodes?|no|pv|persistentvolumes?|crds?|customresourcedefinitions?|clusterroles?|clusterrolebindings?|storageclass(es)?|sc)(\/|,|$)/u.test(
      kind,
    );
  if (!isWhole && !call.args.some(arg => /^(-A|--all-namespaces)$/u.test(arg.text))) return call;
  const args = call.args.filter(
    (arg, i) =>
      !/^(-n|--namespace)(=|$)/u.test(arg.text) &&
      !/^(-n|--namespace)$/u.test(call.args[i - 1]?.text ?? ''),
  );
  return { ...call, args };
}

/** Only verbs that know it have `--dry-run`, and only `client` and `server` mean it. The bare form is the old spelling of `client`. */
function isDryRun(args: readonly string[], verb: string): boolean {
  if (
    ![
      'apply',
      'create',
      'delete',
      'patch',
      'replace',
      'run',
      'scale',
      'set',
      'label',
      'annotate',
      'expose',
      'autoscale',
      'drain',
      'cordon',
      'uncordon',
      'taint',
      'edit',
      'rollout',
    ].includes(verb)
  )
    return false;
  if (args.includes('--')) return isDryRun(args.slice(0, args.indexOf('--')), verb);
  const given = args.filter(arg => arg.startsWith('--dry-run'));
  const last = given.at(-1);
  if (last === undefined) return false;
  return last === '--dry-run'
    ? !['none', 'false'].includes(args[args.lastIndexOf(last) + 1] ?? '')
    : ['--dry-run=client', '--dry-run=server', '--dry-run=true'].includes(last);
}

function kubectlEffect(verb: string, words: readonly string[]): RemoteEffect {
  if (verb === 'create' && words[1] === 'token') return 'credential';
  if (
    verb === 'auth' ||
    (verb === 'create' && /rolebinding|serviceaccount|role$/u.test(words[1] ?? '')) ||
    verb === 'certificate'
  )
    return 'access';
  if (verb === 'patch' && /^(pvc|pv|namespace|ns|persistentvolume|crd)/u.test(words[1] ?? ''))
    return 'destroy';
  if (kubectlDestroys.has(verb)) return 'destroy';
  if (verb === 'port-forward' || verb === 'proxy' || verb === 'attach') return 'local';
  if (verb === 'cp') return 'export';
  return 'change';
}

const judgeHelm: Judge = (call, scope) => {
  const words = commandWords(
    call,
    '-n --namespace --kube-context -f --values --set --version --timeout --kubeconfig --repo'.split(
      ' ',
    ),
  );
  const [verb = '', sub = ''] = words;
  if (
    /^(list|ls|status|get|history|template|show|search|lint|version|env|diff|verify|test|dependency|dep|inspect|completion|pull|fetch)$/u.test(
      verb,
    )
  ) {
    if (verb === 'get' && (sub === 'values' || sub === 'all' || sub === 'manifest'))
      scope.inProduction(call);
    return undefined;
  }
  if (
    verb === 'repo' ||
    verb === 'plugin' ||
    verb === 'package' ||
    verb === 'create' ||
    verb === 'registry'
  ) {
    scope.change();
    return undefined;
  }
  if (
    ['install', 'upgrade', 'uninstall', 'delete', 'rollback'].includes(verb) &&
    isRehearsed(call.args, ['--dry-run'])
  )
    return undefined;
  assessRemote(
    call,
    verb === 'uninstall' || verb === 'delete' ? 'destroy' : verb === 'push' ? 'publish' : 'change',
    words.slice(0, 3).join(' '),
    scope,
  );
  return undefined;
};

export const kubernetesPrograms: Readonly<Record<string, Judge>> = {
  kubectl: judgeKubectl,
  k: judgeKubectl,
  oc: judgeKubectl,
  k3s: (call, scope) =>
    call.args[0]?.text === 'kubectl'
      ? judgeKubectl({ ...call, args: call.args.slice(1) }, scope)
      : undefined,
  minikube: (call, scope) =>
    call.args[0]?.text === 'kubectl'
      ? judgeKubectl({ ...call, args: call.args.slice(1) }, scope)
      : void scope.change(),
  microk8s: (call, scope) =>
    call.args[0]?.text === 'kubectl'
      ? judgeKubectl({ ...call, args: call.args.slice(1) }, scope)
      : void scope.change(),
  kind: (_, scope) => void scope.change(),
  helm: judgeHelm,
  helmfile: (call, scope) => {
    const verb =
      commandWords(call, ['-e', '--environment', '-f', '--file', '-l', '--selector'])[0] ?? '';
    if (['diff', 'template', 'lint', 'list', 'status', 'build', 'deps'].includes(verb))
      return undefined;
    assessRemote(call, verb === 'destroy' || verb === 'delete' ? 'destroy' : 'change', verb, scope);
    return undefined;
  },
  kubectx: (call, scope) => {
    scope.select(call.args.map(arg => arg.text));
    return undefined;
  },
  kubens: (call, scope) => {
    scope.select(call.args.map(arg => arg.text));
    return undefined;
  },
};
