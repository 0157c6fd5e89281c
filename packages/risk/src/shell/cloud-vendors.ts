import { isSharedBucket } from '../action/web-address.ts';
import { assessRead } from './file-effects.ts';
import { type RemoteEffect, spelledEffect } from './remote-effects.ts';
import { tool } from './remote-tool.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isRehearsed } from './unknown-programs.ts';

const awsReads =
  /^(describe|list|get|head|lookup|search|simulate|validate|estimate|preview|wait|check|filter|query|scan|select|ls|help|test|detect|view|batch-get|tail|verify|start-query|presign|admin-get|admin-list|download)/u;
const awsSecrets =
  /^(secretsmanager (get-secret-value|batch-get)|sts (assume-role|get-session-token|get-federation-token)|ecr(-public)? get-(login|authorization)|kms (decrypt|generate-data-key)|rds generate-db-auth|eks get-token|codeartifact get-authorization-token|redshift get-cluster-credentials|cognito-idp admin-initiate|configure (get|export-credentials)|sso get-role-credentials|s3 presign|lightsail (get-instance-access|download-default))/u;
const awsAudit =
  /^(cloudtrail (stop-logging|delete-trail|update-trail|put-event-selectors)|logs (delete-|put-retention)|guardduty (delete|update|disassociate)|configservice (stop|delete)|securityhub disable|ec2 delete-flow-logs|cloudwatch (delete-alarms|disable-alarm)|wafv2 delete|accessanalyzer delete|inspector2 disable|macie2 disable)/u;
const awsAccess =
  /(put-[a-z-]{0,30}(policy|acl)|attach-[a-z-]{0,20}policy|detach-[a-z-]{0,20}policy|authorize-|revoke-|add-permission|add-user-to-group|add-role-to|create-user|create-role|create-login-profile|update-login-profile|update-assume-role|put-public-access-block|delete-public-access-block|delete-bucket-policy|modify-snapshot-attribute|modify-image-attribute|modify-db-snapshot-attribute|share-|create-grant|put-role-|put-user-|put-key-policy|create-policy|set-default-policy|put-bucket-(website|cors)|create-account-assignment|deactivate-mfa)/u;

export const judgeAws = tool(
  '--region --profile --output --query --endpoint-url --filters --cli-input-json',
  (words, call, scope) => {
    const text = words.slice(0, 2).join(' ');
    const [service = '', verb = ''] = words;
    if (awsSecrets.test(text)) return 'secret';
    if (/^ssm get-parameter/u.test(text))
      return call.args.some(arg => arg.text === '--with-decryption') ? 'secret' : 'read';
    if (awsAudit.test(text)) return 'audit';
    if (
      /create-access-key|create-service-specific-credential|create-key-pair|upload-ssh-public-key|create-api-key/u.test(
        verb,
      )
    )
      return 'credential';
    if (service === 'configure' || service === 'sso') return 'local';
    if (service === 's3') return s3Effect(words, call, scope);
    if (
      awsReads.test(verb) ||
      verb === '' ||
      (service === 'cloudformation' && /^(package|create-change-set|deploy-preview)$/u.test(verb))
    )
      return 'read';
    if (
      service === 'ec2' &&
      isRehearsed(call.args, ['--dry-run']) &&
      !call.args.some(arg => arg.text === '--no-dry-run')
    )
      return 'read';
    if (awsAccess.test(verb)) return 'access';
    if (
      /^(delete|terminate|purge|remove|deregister|schedule-key-deletion|disable|stop|reset|batch-delete|release|cancel|detach|reboot|abort)/u.test(
        verb,
      )
    )
      return 'destroy';
    return 'change';
  },
);

function s3Effect(words: readonly string[], call: Call, scope: Scope): RemoteEffect {
  const [, verb = '', ...paths] = words;
  if (verb === 'ls' || verb === '') return 'read';
  if (['cp', 'mv', 'rm', 'sync'].includes(verb) && isRehearsed(call.args, ['--dryrun']))
    return 'read';
  if (['rm', 'rb', 'mv'].includes(verb) || call.args.some(arg => arg.text === '--delete'))
    return 'destroy';
  const target = paths[1] ?? '';
  for (const arg of call.args) assessRead(scope, arg, 'aws s3');
  if (isSharedBucket(paths.at(-1) ?? ''))
    scope.find('data_leaving', 'high', describe(call, 'copies to a bucket of others'));
  if (verb === 'cp' || verb === 'sync') return target.startsWith('s3://') ? 'export' : 'local';
  return 'change';
}

export const judgeGcloud = tool(
  '--project --region --zone --format --filter --account --configuration --cluster --location --limit',
  words => {
    const text = words.join(' ');
    if (
      /(auth (application-default )?print-|secrets versions access|auth print|iam service-accounts sign)/u.test(
        text,
      )
    )
      return 'secret';
    if (/(service-accounts keys create|auth login|api-keys create)/u.test(text))
      return 'credential';
    if (
      /(iam-policy|add-iam|set-iam|remove-iam|firewall-rules|iam roles)/u.test(text) &&
      !/(list|describe|get-iam-policy)/u.test(text)
    )
      return 'access';
    if (/logging (sinks|buckets|logs) (delete|update)/u.test(text)) return 'audit';
    if (/^config |get-credentials|^auth |^components |^init/u.test(text)) return 'local';
    if (/(^| )sql export|bq extract/u.test(text)) return 'export';
    const verb = words.find(word =>
      /^(list|describe|get[a-z-]{0,40}|read|ls|cat|du|tail|search|lookup|version|info|browse|stat|diff|explain|print[a-z-]{0,20})$/u.test(
        word,
      ),
    );
    if (
      verb &&
      !words.some(word => /^(delete|create|update|patch|deploy|set|add|remove|rm)$/u.test(word))
    )
      return 'read';
    return spelledEffect(words.filter(word => /^[a-z][a-z-]{1,40}$/u.test(word)).slice(0, 6));
  },
);

export const judgeAz = tool(
  '-g --resource-group -n --name --subscription -o --output --query -l --location',
  words => {
    const text = words.join(' ');
    if (
      /(keyvault (secret|key) (show|download|backup)|account get-access-token|list-keys|keys list|show-connection-string|list-publishing|connection-string|credential list|list-credentials|get-credentials --admin)/u.test(
        text,
      )
    )
      return 'secret';
    if (/(create-for-rbac|credential (reset|renew)|keys renew|generate-sas)/u.test(text))
      return 'credential';
    if (
      /(role (assignment|definition)|set-policy|nsg rule|ad app permission|lock delete)/u.test(
        text,
      ) &&
      !/(list|show)/u.test(text)
    )
      return 'access';
    if (/(monitor (diagnostic|log)|activity-log).{0,40}delete/u.test(text)) return 'audit';
    if (/^(login|logout|account set|configure|extension|upgrade|aks get-credentials)/u.test(text))
      return 'local';
    if (/what-if|validate$/u.test(text)) return 'read';
    const last = words.filter(word => /^[a-z][a-z-]{1,40}$/u.test(word)).at(-1) ?? '';
    return /^(list|show|get|check|exists|wait|browse|tail|query)/u.test(last)
      ? 'read'
      : spelledEffect(words.filter(word => /^[a-z][a-z-]{1,40}$/u.test(word)));
  },
);
