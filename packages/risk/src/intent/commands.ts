import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import { readDigits } from './numbers.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

/** A command line that a text names, and what running it would do, as far as its words show. */
export interface NamedCommand {
  /** Index after its last token. */
  readonly to: number;
  readonly text: string;
  /** Null when nothing in it is known to do harm. */
  readonly harm: CommandHarm | null;
}

export interface CommandHarm {
  readonly level: RiskLevel;
  readonly action_type: ActionType;
  readonly type: string | null;
  readonly path: string | null;
  readonly records: number | null;
}

const tools: ReadonlySet<string> = wordSet(`
  rm rmdir git kubectl terraform tofu docker podman psql mysql mongo mongosh redis-cli dd mkfs
  mkfs.ext4 aws gcloud az gsutil helm npm npx yarn pnpm pip pip3 curl wget sudo chmod chown
  systemctl service ansible ansible-playbook pulumi heroku flyctl fly vercel netlify gh ssh scp
  rsync shred truncate kill pkill killall shutdown reboot iptables ufw crontab bash sh zsh
  python python3 node make cargo alembic flyway liquibase rails rake php artisan prisma knex
  doctl eksctl argocd nomad consul vault del format diskpart wipefs fdisk find xargs cat ls grep
  mkfs.xfs mkfs.btrfs mkfs.vfat lvremove vgremove pvremove zpool zfs mdadm cryptsetup poweroff
  halt nc ncat socat tar dropuser etcdctl sqlite3 cqlsh sqlcmd bq snowsql launchctl powershell
  pwsh rd deltree diskutil apt apt-get yum dnf brew snap pacman usermod groupadd visudo setfacl
  tee chattr sftp ftp rclone s3cmd restic borg mongodump supabase firebase wrangler kubeadm
  dropdb pg_dump mysqldump pg_restore mv cp ln sed userdel useradd passwd
`);

/** Words that end a command line in running text and are seldom an argument. */
const prose: ReadonlySet<string> = wordSet(`
  and is are was will would then next now to on in with for because so that which if unless but
  or means removes deletes does has before after against as from into shall should may i you we
  it this here there shows prints checks can could about when by at the a an also please first
  instead later again until without since while
`);

/** Words after which a tool's name is more than an English word: an option, a path or a known subcommand. */
const subcommands: ReadonlySet<string> = wordSet(`
  push reset clean rebase commit checkout branch tag delete destroy apply plan drop prune system
  volume rmi run exec scale rollout drain cordon uninstall install upgrade rollback publish
  deploy down up compose s3 s3api ec2 rds iam restart stop start disable enable flushall flushdb
  migrate db:drop db:reset db:migrate rm rb sync secret secrets repo release state import taint
  create describe get list status log diff show test build format filter-branch dropdb reflog gc
  stash merge pull fetch clone add image container network login logout config set unset patch
  edit label taint cp mv
`);

/** Reads the command line that starts at a token, or nothing. */
export function commandAt(tokens: readonly Token[], at: number): NamedCommand | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  if (first.kind === 'code') return { to: at + 1, text: first.word, harm: harmOf(first.word) };
  if (isSqlStart(tokens, at)) return span(tokens, at, true);
  const second = tokens[at + 1];
  const shouts = /^[A-Z]+$/.test(first.text) && /^-/.test(second?.text ?? '');
  if (first.kind !== 'word' || !tools.has(first.word) || (first.text !== first.word && !shouts))
    return undefined;
  return isCommand(first, second) ? span(tokens, at, false) : undefined;
}

/** The name of a program is a command where it can be nothing else, or where an operand follows. */
function isCommand(first: Token, second: Token | undefined): boolean {
  if (/^(?:mkfs(?:\.\w+)?|(?:lv|vg|pv)remove|wipefs|userdel|dropdb|deltree)$/.test(first.word))
    return true;
  if (second === undefined) return false;
  return (
    (/^ch(?:mod|own)$/.test(first.word) && second.kind === 'number') ||
    /^-/.test(second.text) ||
    second.kind === 'path' ||
    subcommands.has(second.word) ||
    (/^(?:sudo|xargs)$/.test(first.word) && tools.has(second.word))
  );
}

/** SQL outside a code span is told from English by its capitals. */
function isSqlStart(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = [
    tokens[at]?.text ?? '',
    tokens[at + 1]?.text ?? '',
    tokens[at + 2]?.text ?? '',
  ];
  const pair = `${first} ${second}`;
  if (
    !/^(?:DROP (?:TABLE|DATABASE|SCHEMA|INDEX|VIEW|COLUMN|USER|ROLE)|TRUNCATE TABLE|DELETE FROM|ALTER (?:TABLE|DATABASE|USER|ROLE)|UPDATE \w+|GRANT [A-Z]+|EXPLAIN [A-Z]+|ON DELETE)\b/.test(
      pair,
    )
  )
    return false;
  // In a text that shouts everything, capitals tell nothing.
  return !(
    /^[A-Z]{2,}$/.test(third) && !/^(?:IF|FROM|SET|WHERE|CASCADE|TABLE|TO|ON|ANALYZE)$/.test(third)
  );
}

function span(tokens: readonly Token[], at: number, sql: boolean): NamedCommand {
  let to = at + 1;
  for (; to < tokens.length && to < at + 40; to += 1) {
    const token = tokens[to];
    if (
      token === undefined ||
      token.kind === 'paragraph' ||
      (token.kind === 'comma' && token.word !== '-') ||
      token.kind === 'quote'
    )
      break;
    if (token.kind === 'stop' && token.word !== '|' && token.word !== '>' && !isDot(tokens, to))
      break;
    if (token.kind === 'word' && prose.has(token.word) && !(sql && /^[A-Z]+$/.test(token.text)))
      break;
  }
  const text = tokens
    .slice(at, to)
    .map(token => token.text)
    .join(' ');
  return { to, text, harm: harmOf(text) };
}

/** A dot among arguments is the current folder, not the end of a sentence. */
function isDot(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    token?.word === '.' && before !== undefined && token.start > before.end && after !== undefined
  );
}

type Rule = readonly [RegExp, RiskLevel, ActionType, string | null];

/** Every expression is anchored on words and free of nested repetition; the text is short. */
const rules: readonly Rule[] = [
  [
    /--dry-run|--what-if|\bplan\b|\bEXPLAIN\b(?! ANALYZE)|--check\b|^echo\b|^ON DELETE/i,
    'low',
    'unknown',
    null,
  ],
  [
    /\brm\b.{0,80}\s-{1,2}[a-z]*(?:r|recursive)|\brm\b.{0,80}\s-[a-z]*f|\bshred\b|\bwipefs\b|\bfind\b.{0,200}-delete|\bdel \/|\brmdir \/s/i,
    'critical',
    'shell_command',
    null,
  ],
  [
    /\bmkfs|\bsudo dd\b|\bdd\b.{0,80}of=|\bformat [a-z]:|\bdiskpart\b|\bfdisk\b|\b(?:lv|vg|pv)remove\b|\bz(?:pool|fs) destroy|\bwipefs\b|\bdiskutil erase|\bcryptsetup (?:erase|luksformat)|\bdeltree\b/i,
    'critical',
    'shell_command',
    'disk',
  ],
  [
    /\bdrop (?:table|database|schema|view|index|column|user|role)|\btruncate\b|\bdropdb\b|db:(?:drop|reset)|migrate reset|migrate:fresh|alter table/i,
    'critical',
    'schema_change',
    'table',
  ],
  [
    /\bdelete from\b|\bupdate \w{1,60} set\b|deletemany|\bflushall\b|\bflushdb\b|\.remove\(/i,
    'critical',
    'batch_delete',
    'rows',
  ],
  [
    /\bterraform (?:apply|destroy)|\btofu (?:apply|destroy)|\bpulumi (?:up|destroy)/i,
    'critical',
    'infra_change',
    'infrastructure',
  ],
  [
    /\bgit\b.{0,80}push.{0,120}(?:--force|-f\b|--mirror|--delete|\+\w)|\bgit filter-|\bgit push.{0,80}\b(?:main|master|production|release)\b/i,
    'critical',
    'shell_command',
    'history',
  ],
  [
    /\bgit reset --hard|\bgit clean\b.{0,20}-[a-z]*f|\bgit checkout (?:- ?- |--? |\.|-f)|\bgit restore \.|\bgit stash (?:drop|clear)|\bgit branch -D|\bgit reflog expire/i,
    'high',
    'shell_command',
    'working_tree',
  ],
  [
    /\bkubectl\b.{0,80}(?:delete|drain|scale|apply|rollout|exec|patch|replace|cordon)|\bhelm\b.{0,40}(?:uninstall|delete|upgrade|rollback|install)|\bargocd\b/i,
    'critical',
    'infra_change',
    null,
  ],
  [/\bdocker\b.{0,60}(?:prune|rm\b|rmi|down -v|volume rm)/i, 'high', 'shell_command', 'images'],
  [
    /\baws\b.{0,120}(?:\brm\b|\brb\b|delete|terminate|put-|--recursive|modify|stop-)|\bgsutil\b.{0,40}(?:rm|rb)|\bgcloud\b.{0,120}(?:delete|deploy)|\baz\b.{0,80}delete|\bheroku\b.{0,60}(?:destroy|reset)|\bgh repo delete|\bfly\w* .{0,30}destroy/i,
    'critical',
    'infra_change',
    null,
  ],
  [
    /\bcurl\b.{0,400}\|\s{0,4}(?:sudo )?(?:ba|z)?sh|\bwget\b.{0,400}\|\s{0,4}(?:sudo )?(?:ba|z)?sh|base64.{0,200}\|\s{0,4}(?:ba|z)?sh|\beval\b/i,
    'critical',
    'shell_command',
    'remote_code',
  ],
  [
    /\bcurl\b.{0,400}-X\s?(?:DELETE|PUT|POST|PATCH)|\bcurl\b.{0,400}(?:--data|-d )/i,
    'high',
    'shell_command',
    null,
  ],
  [
    /\bchmod\b|\bchown\b|\biptables\b|\bufw\b|\bsudoers\b|\buser(?:add|mod|del)\b|\bpasswd\b|\bsetfacl\b/,
    'high',
    'shell_command',
    null,
  ],
  [/\bGRANT\b|\biam\b/, 'high', 'permission_change', null],
  [
    /\b(?:systemctl|service)\b.{0,80}(?:stop|restart|disable|mask)|\bshutdown\b|\breboot\b|\bpoweroff\b|\bhalt\b|\bkill(?:all)? - ?9|\bkill(?:all)? -(?:KILL|s)|\bpkill\b|\bkillall\b/i,
    'high',
    'shell_command',
    'service',
  ],
  [
    /\bnpm publish|\bcargo publish|\bpypi\b.{0,40}upload|\bvercel\b.{0,40}--prod|\bfly deploy|\bdeploy\b.{0,60}prod/i,
    'high',
    'deployment',
    null,
  ],
  [
    /\bcat\b.{0,120}(?:\.env|credentials|id_rsa|\.pem|shadow)|\bpg_dump\b|\bmysqldump\b|\bvault\b.{0,20}read|\bprintenv\b/i,
    'high',
    'data_export',
    'secrets',
  ],
  [
    /\bsudo\b|\bcrontab\b|\bpg_restore\b|\balembic (?:up|down)grade|db:migrate|\bflyway\b|\bprisma migrate (?:deploy|reset)|\bartisan migrate|\bansible-playbook\b/i,
    'high',
    'shell_command',
    null,
  ],
];

/** Which harm the words of a command line show. The risk of a real call is assessed elsewhere, from its bytes. */
function harmOf(command: string): CommandHarm | null {
  const text = command.slice(0, 400);
  const rule = rules.find(([pattern]) => pattern.test(text));
  if (rule === undefined || rule[1] === 'low') return null;
  const [, level, action_type, type] = rule;
  const path = /(?:^|\s)((?:~|\.{0,2})\/[^\s'"]{0,200})/.exec(text)?.[1] ?? null;
  if (
    path !== null &&
    /^(?:\/tmp\/|\.?\/?(?:node_modules|dist|build|coverage|target|\.cache)\b)/.test(path) &&
    /\brm\b/.test(text)
  )
    return null;
  if (
    /\brm\b.{0,20}\s(?:\.\/)?(?:node_modules|dist|build|coverage|target|\.cache|\.next|__pycache__)\/?\s*$/.test(
      text,
    )
  )
    return null;
  const limit = /\blimit (\d{1,9})/i.exec(text)?.[1];
  return {
    level,
    action_type,
    type,
    path,
    records: limit === undefined ? null : (readDigits(limit) ?? null),
  };
}
