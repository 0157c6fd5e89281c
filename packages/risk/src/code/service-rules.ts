import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isPassive } from '../action/effects.ts';
import { readName } from '../action/tool-name.ts';
import type { CallRule, CodeCall } from './code-call.ts';
import type { CodeDeed } from './code-deed.ts';
import { type CodeValue, type GivenArguments, HOLE } from './code-value.ts';
import { isComputing, isLocalName } from './made-objects.ts';
import { memberList } from './value-json.ts';

/** Methods of collections that any object may have; on an object that is not known they mean little. */
const everyday: ReadonlySet<string> = new Set(
  `remove clear pop discard reset flush close add append push set update get has keys values items sort reverse insert extend
  write read start stop run send emit on off once then catch finally map filter reduce forEach find some every join split
  render click type fill press submit select save load open post put patch apply call bind next done text test match exec
  move copy replace merge fork log info warn error debug setdefault update_one format drop dropna fillna rename clean
  fit predict transform plot show figure`.split(/\s+/),
);
const services =
  /^(boto3|stripe|Stripe|paypal|braintree|adyen|plaid|square|twilio|Twilio|sendgrid|sgMail|mailgun|postmark|resend|slack|slack_sdk|WebClient|google|googleapiclient|gcp|azure|aws|kubernetes|client|prisma|mongoose|typeorm|dataSource|entityManager|em|getRepository|repository|hubspot|ccxt|sequelize|knex|supabase|firebase|firebase_admin|admin|shopify|salesforce|Salesforce|sf|jira|github|Github|octokit|Octokit|gitlab|hubspot|zendesk|okta|auth0|cloudflare|docker|redis|elasticsearch|Elasticsearch|es|openai|snowflake|bigquery|airtable|notion|smtplib|SMTP|nodemailer|web3|w3|ethers|solana|pymongo|MongoClient|db|mongo|session|db_session|storage|s3|ec2|rds|iam|dynamodb|lambda_client|kms|route53|cloudformation|terraform|pulumi|heroku|vercel|netlify|digitalocean|fly|datadog|pagerduty|launchdarkly|segment|braze|intercom|mailchimp|klaviyo)$/u;
const graveDomains = [
  'money',
  'bank',
  'payroll',
  'rights',
  'infra',
  'secret',
  'audit',
  'approval',
  'message',
] as const;

/** Everything else that a service does for the code, judged by the names as a tool is. */
export const serves: CallRule = call => {
  const [root = '', own = ''] = [call.names[0], call.names.at(-1)];
  if (call.inMemory || isHeld(root)) return null;
  // `client.send(new DeleteBucketCommand(…))`: the command says it all.
  if (own === 'send' && isCommandObject(call.given.positional[0])) return [];
  const isCommand = /^[A-Z][A-Za-z]{3,60}Command$/u.test(own);
  if (call.names.length === 1 && !isCommand) return null;
  return servedBy(call, isCommand ? own.replace(/Command$/u, '') : own, isCommand);
};

function servedBy(
  { names, given, before, times }: CodeCall,
  verb: string,
  isCommand: boolean,
): readonly CodeDeed[] | null {
  const known = isCommand || names.some(part => part === 'objects' || services.test(part));
  const stated = { ...parametersOf(given, before), ...reachOf(times) };
  const opens = Object.keys(stated).some(key => guarding.test(key));
  const isModel = names.some(part => part === 'objects' || part === 'query');
  const isMass = known && massive.test(verb);
  if (everyday.has(verb) && !known && !opens) return null;
  const tool = toolOf(names);
  const spreads = isModel || isMass || (known && times === null);
  if (!isTelling(verb, tool, opens, spreads)) return null;
  // A change that nothing narrows is a change of all rows.
  const isNarrow = isMass ? isNarrowed(given) : !isModel || isSelected(before);
  const parameters = !isNarrow ? { filter: '*', ...stated } : stated;
  return [{ kind: 'call', tool: isCommand ? `aws.${verb}` : tool, parameters }];
}

function toolOf(names: readonly string[]): string {
  return names.filter(part => part !== HOLE && part !== '?' && !plumbing.has(part)).join('.');
}

function isSelected(before: readonly GivenArguments[]): boolean {
  return before.some(step => selecting.test(step.name));
}

/** `prisma.user.updateMany`, `collection.update_many`: without a condition it changes every row. */
const massive = /(?:Many|_many|AndReturnMany)$|^(?:bulk_?update|update_?all)$/iu;

function isNarrowed({ positional, named }: GivenArguments): boolean {
  const [first] = positional;
  const stated = first?.kind === 'object' ? first.members : named;
  const condition = stated.get('where') ?? stated.get('filter');
  if (condition !== undefined) return isCondition(condition);
  // The first of two arguments is the condition: `updateMany({ status: "new" }, { $set: … })`.
  return positional.length > 1 && first !== undefined && isCondition(first);
}

function isCondition(value: CodeValue): boolean {
  return value.kind !== 'object' || value.members.size > 0;
}

/** Plain changes tell little by themselves; reads tell only where they read a secret. */
function isTelling(verb: string, tool: string, opens: boolean, spreads: boolean): boolean {
  const { effect, domains: own } = readName(verb);
  if (isPassive(effect) || effect === 'unknown') return own.has('secret');
  if (effect !== 'create' && effect !== 'update' && effect !== 'control') return true;
  if (opens || (effect === 'update' && spreads)) return true;
  const { domains } = readName(tool);
  return graveDomains.some(domain => domains.has(domain));
}

/** What happens in a loop over something unknown happens to all of it. */
function reachOf(times: number | null): JsonObject {
  if (times === null) return { filter: '*' };
  return times > 1 ? { count: times } : {};
}

function isCommandObject(value: CodeValue | undefined): boolean {
  return value?.kind === 'reached' && /Command$/u.test(value.names.at(-1) ?? '');
}

function isHeld(root: string): boolean {
  if (root === '' || isComputing(root)) return true;
  return root === 'self' || root === 'this' || root === 'cls' || isLocalName(root);
}

const guarding =
  /^(private|public|visibility|acl|role|roles|permission|permissions|admin|is_admin|is_superuser|is_staff|publicread|public_read|access|policy)$/iu;

const plumbing: ReadonlySet<string> = new Set(
  'objects filter all get first exclude client resource Client collection doc table from_ eq where api v1 core'.split(
    ' ',
  ),
);
const selecting =
  /^(filter|filter_by|where|exclude|find|eq|match|in_|lt|gt|lte|gte|neq|is_|doc|get|query|select|order_by)$/u;

/** The arguments as the parameters of a tool; what the calls before chose is the filter. */
export function parametersOf(given: GivenArguments, before: readonly GivenArguments[]): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const step of before) {
    if (step.name === 'all') found['filter'] = '*';
    if (!selecting.test(step.name)) continue;
    const chosen = memberList(step);
    if (chosen.length === 0 && step.positional.length > 0) found['filter'] ??= '…';
    for (const [key, value] of chosen)
      if (/^(id|pk|uuid|_id|slug|email|.{1,30}_id)$/u.test(key)) found[key] = value;
      else
        found['filter'] = {
          ...(typeof found['filter'] === 'object' ? (found['filter'] as JsonObject) : {}),
          [key]: value,
        };
  }
  for (const [key, value] of memberList(given)) found[key] = value;
  return found;
}
