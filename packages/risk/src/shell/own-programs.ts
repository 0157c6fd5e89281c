import { isReplaced } from '../own/own-requests.ts';
import { showing } from './own-lists.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, type Value } from './value.ts';

// Our own program: started through another, stopped, removed, replaced or given another name.

export const runtimes: ReadonlySet<string> = new Set('node nodejs bun deno tsx ts-node'.split(' '));
const packageManagers = /^(yarn|pnpm|npm|bun)$/u;

/** Starts our own command through its runtime or a package manager; null if the call does not. */
function startedBy({ program, args }: Call): readonly Value[] | null {
  const words = args.slice(0, 64).map(({ text }) => text);
  if (runtimes.has(program)) {
    const at = words.findIndex(word => ownEntry.test(word.replaceAll('\\', '/')));
    if (at >= 0) return args.slice(at + 1);
  }
  if (!packageManagers.test(program)) return null;
  if (words[0] === 'countersign') return args.slice(1);
  return /^(run|run-script)$/u.test(words[0] ?? '') && words[1] === 'countersign'
    ? args.slice(2).filter(({ text }) => text !== '--')
    : null;
}

const ownEntry =
  /(^|\/)(\.bin\/countersign|@countersign\/cli\/.{1,200}|cli\/(src|dist)\/main\.[cm]?[jt]s|countersign(\.[cm]?js)?)$|^npm:(@countersign\/cli|countersign)(@.*)?$/u;

interface ProgramRule {
  readonly tells: string;
  /** Critical where nothing is said. */
  readonly level?: 'high';
  fits(program: string, words: readonly string[], call: Call, scope: Scope): boolean;
}

/** The name of our program, package, container or unit, as it stands between other signs. */
const ownName = /(^|[/._=@-])countersign($|[/._:@=-])/iu;
const looking =
  /^(status|show|is-active|is-enabled|cat|list|ls|print|logs?|jlist|get|describe|inspect|history|info|view|ps)$/u;

/** Programs that manage others, with the words by which they stop, change or remove one. */
const managers: Readonly<Record<string, RegExp>> = {
  brew: /^(stop|kill|restart|unlink|uninstall|remove|rm)$/u,
  docker: /^(stop|kill|rm|remove|pause|restart|down|update|rename|disconnect)$/u,
  podman: /^(stop|kill|rm|remove|pause|restart|down|update|rename|disconnect)$/u,
  nerdctl: /^(stop|kill|rm|remove|pause|restart|down|update|rename|disconnect)$/u,
  'docker-compose': /^(stop|kill|rm|pause|restart|down)$/u,
  kubectl: /^(scale|delete|patch|edit|replace|set|rollout|cordon|drain|annotate)$/u,
  oc: /^(scale|delete|patch|edit|replace|set|rollout)$/u,
  helm: /^(uninstall|delete|upgrade|rollback)$/u,
  npm: /^(uninstall|remove|rm|r|un|unlink)$/u,
  pnpm: /^(uninstall|remove|rm|un|unlink|patch|patch-commit)$/u,
  yarn: /^(remove|unlink|patch|patch-commit)$/u,
  bun: /^(remove|rm|unlink|patch)$/u,
  pip: /^uninstall$/u,
  apt: /^(remove|purge)$/u,
  'patch-package': /^/u,
};
/** Managers of which every command but a look counts. */
const stoppers: ReadonlySet<string> = new Set(
  'pkill killall systemctl service launchctl pm2 supervisorctl rc-service skill taskkill'.split(
    ' ',
  ),
);
const portStoppers: ReadonlySet<string> = new Set('kill-port killport fkill'.split(' '));

const rules: readonly ProgramRule[] = [
  {
    tells: 'gives our program another name',
    fits: (program, words) =>
      /^(ln|cp|install|mv)$/u.test(program) &&
      !words.some(word => /^-[a-z]*r/iu.test(word)) &&
      words.some(word => /(^|\/)bin\/countersign$|^countersign$/u.test(word)),
  },
  {
    tells: 'takes the volumes of the approval system',
    fits: (program, words) =>
      /^(docker|podman|nerdctl)$/u.test(program) &&
      words.some(
        (word, at) =>
          /countersign/iu.test(word) &&
          /^--volumes-from/u.test(word.startsWith('--') ? word : (words[at - 1] ?? '')),
      ),
  },
  {
    tells: 'stops or changes the approval system',
    fits: (program, words) =>
      stoppers.has(program) &&
      words.some(word => /countersign/iu.test(word)) &&
      !words.some(word => looking.test(word)),
  },
  {
    tells: 'stops, changes or removes the approval system',
    fits: (program, words) => {
      const verbs = Object.hasOwn(managers, program) ? managers[program] : undefined;
      if (verbs === undefined || !words.some(word => verbs.test(word))) return false;
      return words.some(word => !word.startsWith('-') && ownName.test(word));
    },
  },
  {
    tells: 'stops what answers at the port of the approval system',
    fits: (program, words, _call, { own }) =>
      portStoppers.has(program) && words.some(word => own.isPort(word.replace(/^:|\/tcp$/gu, ''))),
  },
  {
    tells: 'puts another package in the place of the approval system',
    fits: (program, words) => packageManagers.test(program) && words.some(isReplaced),
  },
  {
    tells: 'sets the clock by which approvals end',
    level: 'high',
    fits: setsClock,
  },
  {
    tells: 'listens to what people say to the approval system',
    fits: (program, words, _call, { own }) =>
      sniffers.test(program) &&
      words.some(
        word =>
          word.split(/[\s:/,=]/u, 32).some(part => own.isPort(part)) ||
          own.reaches(word) ||
          /^(-i)?(lo0?|any)$/u.test(word),
      ),
  },
  {
    tells: 'cuts the connections of the approval system',
    fits: (program, words, _call, { own }) =>
      ((program === 'ss' && words.some(word => /^(-[a-zA-Z]*K|--kill)$/u.test(word))) ||
        (program === 'conntrack' && words.some(word => /^(-D|--delete|-F)$/u.test(word)))) &&
      words.some(word => word.split(/[\s:=]/u, 16).some(part => own.isPort(part))),
  },
  {
    tells: 'leads others to the approval system',
    fits: (program, words, _call, { own }) =>
      /^(kubectl|oc|k)$/u.test(program) &&
      words.includes('port-forward') &&
      words.some(word => word.split(':', 4).some(part => own.isPort(part))),
  },
  {
    tells: 'calls the approval system',
    fits: (program, words, _call, { own }) =>
      /^(gh|glab|hub)$/u.test(program) &&
      words[0] === 'api' &&
      words.some(word => own.reaches(word)),
  },
  {
    tells: 'takes files along that an unread list names',
    level: 'high',
    fits: takesUnreadList,
  },
  {
    tells: 'may reach the approval system by an unread file',
    level: 'high',
    fits: (program, words, _call, scope) =>
      program === 'curl' &&
      words.some((word, at) => {
        const file = /^(-K|--config)$/u.test(words[at - 1] ?? '')
          ? word
          : /^(?:-K|--config=)(.+)$/u.exec(word)?.[1];
        return file !== undefined && isUnread(file, scope);
      }),
  },
  {
    tells: 'acts in the browser of a person, in which the inbox may be open',
    fits: (program, _words, { args, stdin }) =>
      program === 'osascript' && [...args, ...(stdin ? [stdin] : [])].some(actsInBrowser),
  },
];

const sniffers =
  /^(tcpdump|tshark|dumpcap|ngrep|tcpflow|ssldump|wireshark|mitmproxy|mitmdump|mitmweb|bettercap|ettercap)$/u;

function setsClock(program: string, words: readonly string[]): boolean {
  const first = words.find(word => !word.startsWith('-')) ?? '';
  if (program === 'date')
    return words.some(word => /^(-s.*|--set.*)$/u.test(word)) || /^\d{8,12}(\.\d\d)?$/u.test(first);
  if (program === 'hwclock')
    return words.some(word => /^(--set|-w|-s|--hctosys|--systohc)$/u.test(word));
  if (program === 'timedatectl') return /^set-/u.test(first);
  if (program === 'chronyc') return /^(settime|makestep|manual)$/u.test(first);
  if (program === 'systemsetup')
    return words.some(word => /^-set(date|time|usingnetworktime)/iu.test(word));
  return (
    /^(ntpdate|rdate|sntp|ntpd)$/u.test(program) &&
    first !== '' &&
    !words.some(word => /^-[a-zA-Z]*[qdp]/u.test(word))
  );
}

const listOptions = /^(-T|--files-from|-a|--arg-file|--from-file)$/u;
const listTakers = /^(tar|gtar|bsdtar|rsync|zip|7z|7za|rclone|restic)$/u;

/** `tar -T /tmp/list`, `xargs -a /tmp/list cat`: the writer of the list chose the files. */
function takesUnreadList(
  program: string,
  words: readonly string[],
  _call: Call,
  scope: Scope,
): boolean {
  if (!listTakers.test(program) && program !== 'xargs') return false;
  if (program === 'xargs' && !words.some(word => showing.has(word))) return false;
  return words.some((word, at) => {
    const isOption =
      listOptions.test(words[at - 1] ?? '') && !(program !== 'xargs' && words[at - 1] === '-a');
    const file = isOption ? word : /^--(?:files-from|arg-file|from-file)=(.+)$/u.exec(word)?.[1];
    return file !== undefined && isUnread(file, scope);
  });
}

/** A file from outside the project, which this script did not write. */
function isUnread(file: string, scope: Scope): boolean {
  if (!/^([/~]|\.\.\/)/u.test(file)) return false;
  const path = scope.path(literal(file));
  return path.place !== 'project' && scope.written(path) === undefined;
}

function actsInBrowser(value: Value): boolean {
  const text = value.text.slice(0, 65_536);
  return (
    /\b(do javascript|execute\b[^\n]{0,200}\bjavascript)\b/iu.test(text) ||
    (!isKnown(value) && /safari|chrome|firefox|edge|brave|arc\b/iu.test(text))
  );
}

/** Our own command started through its runtime, and our own process stopped, removed or replaced. */
export function assessOwnProgram(call: Call, scope: Scope): void {
  const started = startedBy(call);
  if (started !== null) {
    scope.runner.argv(scope, [literal('countersign'), ...started], call.stdin);
    return;
  }
  const words = call.args.slice(0, 64).map(({ text }) => text);
  const rule = rules.find(({ fits }) => fits(call.program, words, call, scope));
  if (rule !== undefined)
    scope.find('policy_tampering', rule.level ?? 'critical', describe(call, rule.tells));
}
