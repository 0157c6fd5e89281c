import { type CallFacts, mentions, type Report } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { audienceOf, mailboxesIn } from './recipients.ts';
import type { Leaf } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

/** Words for a person outside the organisation. */
const outsiders: ReadonlySet<string> = new Set(
  `guest guests external externals outsider outsiders invitee invitees visitor partner partners contractor contractors freelancer
  consultant collaborator collaborators`.split(/\s+/),
);
/** Where people work together, so that to be added there is to see what is there. */
const commonGround: ReadonlySet<string> = new Set(
  `sharepoint drive gdrive onedrive dropbox box teams slack notion confluence site folder library workspace channel repo
  repository github gitlab bitbucket org organization project board space team figma miro jira linear asana airtable tenant
  directory entra aad azuread okta group vault dataset bucket server database console portal wiki document file base room
  looker tableau powerbi metabase grafana datadog snowflake databricks`.split(/\s+/),
);
const rightKeys: ReadonlySet<string> = new Set(
  'role roles permission permissions access access_level level rights right privilege privileges permission_level capability'.split(
    ' ',
  ),
);
/** What a right is called; a job title under the same name is none. */
const rights: ReadonlySet<string> = new Set(
  `read reader view viewer comment commenter edit editor write writer contribute contributor member owner admin administrator full
  manage manager maintain maintainer control root superuser guest collaborator design publisher publish use develop developer
  fullcontrol all superadmin`.split(/\s+/),
);
const wholeRights: ReadonlySet<string> = new Set(
  'full owner admin administrator manage root superuser control fullcontrol superadmin all'.split(
    ' ',
  ),
);
const admitting: ReadonlySet<Effect> = new Set<Effect>([
  'create',
  'update',
  'grant',
  'send',
  'unknown',
  'approve',
]);

const gitWords: ReadonlySet<string> = new Set(['git']);
const pushWords: ReadonlySet<string> = new Set(['push', 'mirror']);

/** The address of a repository; a name such as `origin` is the one that is known. */
function isRemote({ key, value }: Leaf): boolean {
  return (
    /^(?:remote|remote_url|url|repo_url|push_url|destination|to)$/u.test(key.name) &&
    typeof value === 'string' &&
    /^(?:[a-z+]{2,8}:\/\/|[\w.-]{1,64}@[\w.-]{1,255}:)/u.test(value)
  );
}

/** A person from outside is admitted, by any name of the tool. */
export function judgeOutsiders(facts: CallFacts, report: Report): void {
  if (mentions(facts, gitWords) && mentions(facts, pushWords) && facts.seen.leaves.some(isRemote))
    report('data_leaving', 'high', 'pushes to another place');
  if (!admitting.has(facts.effect)) return;
  const given = facts.seen.leaves.filter(isRight);
  const called =
    mentions(facts, outsiders) ||
    facts.seen.leaves.some(({ key, value }) => hasAny(key.words, outsiders) && value !== false);
  if ((given.length === 0 && !called) || !facts.seen.leaves.some(isAddressed)) return;
  const outside = called || audienceOf(facts.seen, facts.settings, null, false).outside !== null;
  if (!outside || (given.length === 0 && !isCommonGround(facts))) return;
  const whole = given.some(leaf => wordsOf(leaf).some(word => wholeRights.has(word)));
  report('access_change', whole ? 'critical' : 'high', 'gives access to an outsider');
}

function isAddressed({ depth, value }: Leaf): boolean {
  return depth <= 2 && typeof value === 'string' && mailboxesIn(value).length > 0;
}

function isCommonGround(facts: CallFacts): boolean {
  return (
    mentions(facts, commonGround) ||
    facts.seen.leaves.some(leaf => leaf.depth === 0 && hasAny(leaf.key.words, commonGround)) ||
    facts.domains.has('rights')
  );
}

function isRight(leaf: Leaf): boolean {
  return rightKeys.has(leaf.key.name) && wordsOf(leaf).some(word => rights.has(word));
}

function wordsOf({ value }: Leaf): readonly string[] {
  return typeof value === 'string' && value.length <= 64 ? splitWords(value) : [];
}
