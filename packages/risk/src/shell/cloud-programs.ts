import { judgeAws, judgeAz, judgeGcloud } from './cloud-vendors.ts';
import { judgeWarehouseQuery } from './database-programs.ts';
import { githubPrograms } from './github.ts';
import { kubernetesPrograms } from './kubernetes.ts';
import { spelledEffect } from './remote-effects.ts';
import { tool } from './remote-tool.ts';
import type { Judge } from './run-command.ts';
import { judgeTerraform } from './terraform.ts';
import { isRehearsed } from './unknown-programs.ts';

/** Tools that deploy by verb, with the verbs that only look, those that keep secrets, and preview flags they really have. */
function deployer(
  reads: RegExp,
  rehearsals: readonly string[] = [],
  secrets = /^$/u,
  isPreviewByDefault = false,
): Judge {
  return tool(
    '-a --app -s --stack --project --org --team -c --config -e --env --environment --stage --remote -r -i --inventory -u --limit --tags --scope --token --target -t',
    (words, call, scope) => {
      const text = words.slice(0, 3).join(' ');
      if (secrets.test(text)) return 'secret';
      if (words.length === 0 && !isPreviewByDefault) return 'change';
      if (reads.test(text)) return 'read';
      if (rehearsals.length > 0 && isRehearsed(call.args, rehearsals)) return 'read';
      const flagged = call.args.some(arg => /^--(prod|production|live)(=true)?$/u.test(arg.text));
      if (
        isPreviewByDefault &&
        !flagged &&
        !scope.inProduction(call) &&
        /^(|deploy|deploy .*|dev|build|link|pull|env pull)$/u.test(text)
      )
        return 'local';
      return spelledEffect(words.slice(0, 3));
    },
  );
}

const lists =
  /(^|[ :])(list|ls|show|status|info|logs?|tail|ps|whoami|help|version|get|describe|view|inspect|open|doctor|diff|preview|plan|synth|package|print|validate|build|invoke local|local|history|stats|releases|regions|domains|dev|login|link|init|emulators:start|serve)( |$)/u;

const judgeWarehouse = deployer(/^(ls|show|head|version|help)/u, ['--dry_run', '--dry-run']);

export const cloudPrograms: Readonly<Record<string, Judge>> = {
  ...kubernetesPrograms,
  ...githubPrograms,
  terraform: judgeTerraform,
  tofu: judgeTerraform,
  terragrunt: judgeTerraform,
  aws: judgeAws,
  gcloud: judgeGcloud,
  gsutil: tool('-m -o -h', words =>
    /^(ls|cat|stat|du|hash|version|help)/u.test(words[0] ?? '')
      ? 'read'
      : /^(rm|rb|mv)/u.test(words[0] ?? '')
        ? 'destroy'
        : /^(acl|iam|defacl|signurl)/u.test(words[0] ?? '')
          ? 'access'
          : /^gs:/u.test(words.at(-1) ?? '')
            ? 'export'
            : 'local',
  ),
  az: judgeAz,
  azcopy: tool('', words =>
    /^(list|jobs|env)/u.test(words[0] ?? '')
      ? 'read'
      : words[0] === 'remove'
        ? 'destroy'
        : 'export',
  ),
  rclone: tool('', (words, call) =>
    /^(ls|lsl|lsd|lsf|lsjson|size|check|cat|about|version|tree|listremotes)/u.test(
      words[0] ?? '',
    ) || isRehearsed(call.args, ['--dry-run', '-n'])
      ? 'read'
      : /^(sync|delete|purge|move|cleanup)/u.test(words[0] ?? '')
        ? 'destroy'
        : words[0] === 'config'
          ? 'secret'
          : 'export',
  ),
  pulumi: deployer(
    /^(preview|stack ls|stack output|stack$|config$|config get|logs|about|whoami|version|stack history|stack select|up --preview)/u,
    ['--preview-only'],
    /^(config get .*secret|stack output --show-secrets)/u,
  ),
  cdk: deployer(/^(synth|diff|list|ls|doctor|metadata|init|notices|context|docs)/u),
  cdktf: deployer(/^(synth|diff|list|get|init|plan)/u),
  sam: deployer(/^(build|validate|local|package|init|logs|list)/u),
  serverless: deployer(/^(package|info|logs|print|invoke local|offline)/u),
  sls: deployer(/^(package|info|logs|print|invoke local|offline)/u),
  'ansible-playbook': tool(
    '-i --inventory -e --extra-vars -l --limit -t --tags -u --user',
    (_, call) =>
      call.args.some(arg =>
        /^(--check|-C|--syntax-check|--list-hosts|--list-tasks)$/u.test(arg.text),
      )
        ? 'read'
        : 'change',
  ),
  ansible: tool('-i --inventory -m -a -u -l', (_, call) =>
    call.args.some(arg => /^(--check|-C|--list-hosts|ping|setup)$/u.test(arg.text))
      ? 'read'
      : 'change',
  ),
  packer: deployer(/^(validate|fmt|inspect|init|version)/u),
  heroku: deployer(lists, [], /^(config( |$)|config:get|auth:token|pg:credentials)/u),
  fly: deployer(lists, [], /^(tokens|auth token|secrets reveal)/u),
  flyctl: deployer(lists, [], /^(tokens|auth token)/u),
  vercel: deployer(
    /^(list|ls|inspect|logs|whoami|dev|build|link|pull|env ls|domains ls|project ls|help)/u,
    [],
    /^env pull/u,
    true,
  ),
  netlify: deployer(
    /^(status|dev|build|link|sites:list|logs|open|env:list|init)/u,
    [],
    /^env:get/u,
    true,
  ),
  wrangler: deployer(
    /^(dev|tail|whoami|types|deployments list|kv key list|d1 list|r2 bucket list)/u,
    ['--dry-run'],
  ),
  firebase: deployer(
    /^(emulators|serve|projects:list|login|use|functions:log|hosting:channel:list)/u,
    ['--dry-run'],
    /^(login:ci|auth:export|functions:secrets:access)/u,
  ),
  railway: deployer(lists, [], /^variables/u),
  render: deployer(lists),
  eb: deployer(lists, [], /^printenv/u),
  cf: deployer(/^(apps|app|logs|target|services|routes|help|events)/u, [], /^env /u),
  doctl: deployer(lists, [], /^auth token|connection/u),
  hcloud: deployer(lists),
  linode: deployer(lists),
  oci: deployer(lists),
  ibmcloud: deployer(lists, [], /iam oauth-tokens/u),
  openstack: deployer(lists),
  supabase: deployer(
    /^(status|start|stop|init|login|link|gen|db diff|db lint|functions serve|migration new|migration list|projects list)/u,
    ['--dry-run'],
    /^(secrets list|projects api-keys)/u,
  ),
  argocd: deployer(
    /^(app (list|get|diff|logs|history|manifests)|cluster list|version|proj list|repo list|login)/u,
    ['--dry-run'],
    /^(account generate-token|admin initial-password)/u,
  ),
  flux: deployer(/^(get|logs|check|diff|export|events|stats|tree|trace|version)/u),
  istioctl: deployer(
    /^(analyze|proxy-status|ps|version|validate|describe|pc|proxy-config|x describe)/u,
  ),
  eksctl: deployer(/^(get|info|version|utils describe)/u, ['--dry-run']),
  kops: deployer(/^(get|validate|version|export)/u),
  nomad: deployer(
    /^(status|plan|job (status|plan|history|inspect)|node status|alloc (status|logs)|logs|version|job validate|validate|fmt)/u,
  ),
  consul: deployer(
    /^(members|info|catalog|kv get|version|validate|monitor|operator raft list)/u,
    [],
    /^acl token/u,
  ),
  etcdctl: deployer(/^(get|endpoint|member list|version|watch|alarm list|snapshot status)/u),
  bq: (call, scope) =>
    call.args.some(arg => arg.text === 'query')
      ? judgeWarehouseQuery(call, scope)
      : judgeWarehouse(call, scope),
  snow: deployer(lists),
  stripe: deployer(/^(listen|logs|login|status|get|open|.* (list|retrieve)|events|config)/u),
  twilio: deployer(lists),
  skaffold: deployer(/^(build|render|diagnose|test|config|version|dev)/u),
  kamal: deployer(/^(app logs|app details|details|config|version|audit|docs)/u, [], /^secrets/u),
  cap: deployer(/^(-T|doctor)/u),
  capistrano: deployer(/^(-T|doctor)/u),
  fab: deployer(/^(-l|--list)/u),
  dokku: deployer(lists, [], /^config/u),
  launchdarkly: deployer(lists),
  sentry: deployer(lists),
  'sentry-cli': deployer(/^(info|releases (list|info)|projects list|sourcemaps explain)/u),
  psqldef: deployer(/^$/u, ['--dry-run']),
};
