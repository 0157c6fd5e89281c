import type { ActionKind } from '../canonical/action-kind.ts';
import { isTask } from '../canonical/task-key.ts';
import type { OwnGuard } from '../own/own-guard.ts';
import { opensEverythingHere } from '../own/own-listing.ts';
import { connectsToOwnPort, decidingCommand, mutatesOverHttp } from '../own/own-requests.ts';
import { changesOwn, mentionIn } from '../own/own-text.ts';
import { type CallFacts, says } from './call-facts.ts';
import { isScreenCall } from './judge-screen.ts';
import type { Leaf } from './survey.ts';

// Words that affect the approval system when an agent or a program follows them: a task, a script, or text that is
// typed into a window.

interface OrderingCall {
  readonly facts: CallFacts;
  readonly kind: ActionKind;
  readonly leaves: readonly Leaf[];
  readonly own: OwnGuard;
  readonly folders: readonly string[];
}

/** What another agent, or this one later, is told to do, this call does. */
export function ordersOwn({ facts, kind, leaves, own, folders }: OrderingCall): boolean {
  const handsOn =
    says(facts, 'handoff', 'subagent', 'delegate', 'schedule', 'cron', 'automation', 'routine') ||
    leaves.some(({ key }) => /^(to_|target_)?(sub)?agent(_id|_name)?$/u.test(key.name));
  if (kind !== 'task.delegate' && !handsOn) return false;
  return leaves.some(
    ({ key, value }) =>
      typeof value === 'string' &&
      (handsOn || isTask(key)) &&
      (isOwnScript(value, own, folders) ||
        asksToDecide(value, own) ||
        (changing.test(value.slice(0, 32_768)) && mentionIn(value, own, folders) !== null) ||
        setsInWords(value, own)),
  );
}

/** Words for what a person does in the inbox. */
const decidingWords =
  /\b(approve|allow|accept|confirm|click|press|tap|sign|decide|grant|unlock|amend|lift|pause|resume)\b/iu;

/** `Open https://approve.example.com and click Approve`, `Approve ar_1 in Countersign`. */
function asksToDecide(text: string, own: OwnGuard): boolean {
  const plain = text.slice(0, 32_768);
  if (!decidingWords.test(plain)) return false;
  return own.reaches(plain) || (/\bcountersign\b/iu.test(plain) && /\bar_\w/u.test(plain));
}

/** Code of another language in a tool that may also run a shell. */
export function setsInCode(text: string, own: OwnGuard): boolean {
  for (const [, name = ''] of text
    .slice(0, 65_536)
    .matchAll(
      /\b(?:environ|process\.env|ENV)\s{0,4}[[.]\s{0,4}["']?([A-Z][A-Z0-9_]{2,80})["']?\s{0,4}\]?\s{0,4}=(?!=)/gu,
    ))
    if (own.steers(name)) return true;
  return false;
}

function setsInWords(text: string, own: OwnGuard): boolean {
  for (const [, name = ''] of text
    .slice(0, 32_768)
    .matchAll(
      /\b(?:set|export|unset|change|override|point)\b[^\n]{0,40}?\b([A-Z][A-Z0-9_]{2,80})\b/giu,
    ))
    if (own.steers(name)) return true;
  return false;
}

/** Words by which another agent is told to change a file. */
const changing =
  /\b(edit|change|modify|replace|overwrite|delete|remove|rewrite|weaken|loosen|disable|truncate|rename|move|add (to|a|an|the)|append|insert|patch|restore|revert)\b/iu;

export function isOwnScript(text: string, own: OwnGuard, folders: readonly string[]): boolean {
  if (isNamed(text, own, folders)) return true;
  return (
    (own.reaches(text) && mutatesOverHttp(text)) ||
    connectsToOwnPort(text, own) ||
    decidingCommand.test(text.slice(0, 65_536))
  );
}

const writesInLine =
  /["']w[bt+]{0,2}["']|write|truncate|unlink|remove|rename|(^|[;&|`(!\s])(cp|mv|rm|ln|tee|dd|install|shred|rsync|patch)\s|\bsed\s{1,4}-[a-z]{0,4}i|>\s{0,4}\S/iu;

/** A program that changes a safeguard of ours, or takes along all that lies where it runs. */
export function isChangingScript(text: string, own: OwnGuard, folders: readonly string[]): boolean {
  if (changesOwn(text, own, folders) || opensEverythingHere(text, own, folders)) return true;
  if (!own.isMentioned(text)) return false;
  return text
    .slice(0, 65_536)
    .split('\n', 2000)
    .some(line => writesInLine.test(line) && mentionIn(line, own, folders) !== null);
}

/** `service.stop`, `kill_process` and their like, with our name. */
export function stopsOwn({ facts, leaves }: OrderingCall): boolean {
  const isPlace = says(
    facts,
    'docker',
    'compose',
    'k8s',
    'kubernetes',
    'kubectl',
    'container',
    'pod',
    'podman',
  );
  const isNamedSo = leaves.some(({ key }) =>
    /^(pod|deployment|container|statefulset|daemonset)(_name)?$/u.test(key.name),
  );
  const acts =
    ((isPlace || isNamedSo) &&
      says(facts, 'down', 'scale', 'exec', 'delete', 'patch', 'rm', 'edit', 'update')) ||
    says(facts, 'stop', 'kill', 'terminate', 'disable', 'uninstall', 'pause', 'restart', 'suspend');
  return (
    acts &&
    leaves.some(
      ({ value }) =>
        typeof value === 'string' && /^(@?countersign)([\s/@.:_-].{0,60})?$/iu.test(value),
    )
  );
}

/** What is typed into a window: an address of ours, or a command that decides. */
export function typesOwn({ facts, leaves, own, folders }: OrderingCall): boolean {
  const isTyping =
    isScreenCall(facts) ||
    says(facts, 'keys', 'keystrokes', 'keyboard', 'type', 'computer') ||
    leaves.some(
      ({ key, value }) => key.name === 'action' && /^(type|key|keys)$/u.test(String(value)),
    );
  if (!isTyping) return false;
  return leaves.some(
    ({ value }) =>
      typeof value === 'string' &&
      (decidingCommand.test(value.slice(0, 4096)) ||
        own.reaches(value.slice(0, 4096).trim()) ||
        isNamed(value.slice(0, 4096), own, folders)),
  );
}

/** A page, a picture or a document that takes a file of ours in. */
export function drawsOwn({ leaves, own, folders }: OrderingCall): boolean {
  return leaves.some(
    ({ key, value }) =>
      typeof value === 'string' &&
      /^(html|template|markup|svg|tex|latex|markdown|body_html|document|source|stylesheet|xml|xslt|text|yaml)$/u.test(
        key.name,
      ) &&
      /<!ENTITY|!include|\{\{>|\b(file:|lookup\s{0,2}\(|unparsed-text|include\b|\\?input\s{0,2}\{|src\s{0,2}=|href\s{0,2}=|import\b|url\s{0,2}\()|\\input/iu.test(
        value.slice(0, 65_536),
      ) &&
      isNamed(value, own, folders),
  );
}

export function setsClock({ facts }: Pick<OrderingCall, 'facts'>): boolean {
  return (
    says(facts, 'set', 'change', 'adjust') &&
    (says(facts, 'clock', 'hwclock', 'timedatectl') ||
      (says(facts, 'system') && says(facts, 'time')))
  );
}

const reproxied = /\b(proxy_pass|reverse_proxy|proxypass|upstream|forward_to)\b/iu;

/** Leads others to the address of ours: a tunnel, a forwarded port, a proxy. */
export function forwardsOwn({ facts, leaves, own }: OrderingCall): boolean {
  if (
    leaves.some(
      ({ value }) => typeof value === 'string' && reproxied.test(value) && own.reaches(value),
    )
  )
    return true;
  return (
    says(facts, 'ngrok', 'tunnel', 'forward', 'expose', 'cloudflared', 'portforward') &&
    leaves.some(({ value }) => value !== null && own.isPort(String(value)))
  );
}

/** Gives the host of ours another address. */
export function renamesOwn({ facts, leaves, own }: OrderingCall): boolean {
  return (
    says(facts, 'dns', 'hosts', 'zone', 'resolver') &&
    says(facts, 'set', 'add', 'update', 'write', 'create', 'delete', 'change') &&
    leaves.some(
      ({ value }) =>
        typeof value === 'string' && value.length < 300 && own.reaches(`https://${value}`),
    )
  );
}

/** Runs a program that its parameters hold under a name that says little: `source`, `cells`. */
export function runsOwnScript({ facts, leaves, own, folders }: OrderingCall): boolean {
  const runs = says(
    facts,
    'interpreter',
    'notebook',
    'cell',
    'repl',
    'kernel',
    'jupyter',
    'eval',
    'script',
  );
  return (
    runs &&
    leaves.some(
      ({ key, parent, value }) =>
        typeof value === 'string' &&
        /^(source|code|script|cells?|program|snippet|input)$/u.test(
          /^\d*$/u.test(key.name) ? (parent?.name ?? '') : key.name,
        ) &&
        (isOwnScript(value, own, folders) || isChangingScript(value, own, folders)),
    )
  );
}

/** A deciding command whose words stand in several parameters, or a script that acts in the browser of a person. */
export function runsDeciding({ facts, leaves }: OrderingCall): boolean {
  const texts = leaves.flatMap(({ value }) =>
    typeof value === 'string' ? [value.slice(0, 400)] : [],
  );
  const starts = says(
    facts,
    'run',
    'exec',
    'execute',
    'command',
    'npm',
    'npx',
    'bun',
    'pnpm',
    'yarn',
    'terminal',
  );
  const isOurs = texts.some(text => /^(@countersign\/cli|countersign)(@.{0,40})?$/u.test(text));
  if (starts && isOurs && texts.some(text => decidingCommand.test(`countersign ${text}`)))
    return true;
  return (
    says(facts, 'applescript', 'osascript', 'jxa') &&
    texts.some(text => /\bdo javascript\b|\bexecute\b[^\n]{0,200}\bjavascript\b/iu.test(text))
  );
}

export function isNamed(text: string, own: OwnGuard, folders: readonly string[]): boolean {
  const found = mentionIn(text, own, folders);
  return found !== null && (found.protection === 'secret' || found.hidden);
}
