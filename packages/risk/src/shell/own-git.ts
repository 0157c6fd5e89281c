import { pathsIn } from './own-operand-list.ts';
import { joined } from './own-packers.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { literal, type Value } from './value.ts';

// What git does to our own files besides what its operands say: settings that run later, lists, and whole trees.

interface GitRule {
  readonly verb: RegExp;
  readonly level: 'high' | 'critical';
  readonly tells: string;
  fits(words: readonly string[], call: Call, scope: Scope): boolean;
}

const rules: readonly GitRule[] = [
  {
    verb: /^config$/u,
    level: 'critical',
    tells: 'a setting reaches for files of the approval system',
    fits: (_, { args }, scope) => args.some(arg => reachesLater(arg, scope)),
  },
  {
    verb: /^(cat-file|checkout-index|update-index|hash-object|rev-list|diff-tree|checkout|restore|add|rm)$/u,
    level: 'critical',
    tells: 'its input names a file of the approval system',
    fits: (_, { stdin }, scope) =>
      (stdin?.text ?? '')
        .slice(0, 65_536)
        .split(/\s+/u, 500)
        .some(word => isAt(word, scope, 'secret')),
  },
  {
    verb: /^(log|show|blame)$/u,
    level: 'critical',
    tells: 'shows lines of a file of the approval system',
    fits: (words, _, scope) =>
      words.some(word => /^-L/u.test(word) && isAt(word.slice(word.indexOf(':')), scope, 'secret')),
  },
  {
    verb: /^(diff|log|show|format-patch|archive|bundle|range-diff)$/u,
    level: 'critical',
    tells: 'writes over the policy',
    fits: (words, _, scope) =>
      words.some((word, at) => {
        const file = /^(-o|--output|create)$/u.test(words[at - 1] ?? '')
          ? word
          : /^(?:--output(?:-directory)?=|-o)(.+)$/u.exec(word)?.[1];
        return file !== undefined && isAt(file, scope);
      }),
  },
  {
    verb: /^sparse-checkout$/u,
    level: 'critical',
    tells: 'takes the policy away',
    fits: (words, _, scope) =>
      words.some(word => /^!/u.test(word) && isAt(word.slice(1).replace(/^\//u, ''), scope)),
  },
  {
    verb: /^(rm|mv|worktree)$/u,
    level: 'critical',
    tells: 'takes a folder along that holds the policy',
    fits: (words, _, scope) =>
      (words[0] !== 'worktree' || words[1] === 'move') &&
      !words.includes('--cached') &&
      words.slice(1).some(word => holds(word, scope)),
  },
  {
    verb: /^(clone|submodule|subtree)$/u,
    level: 'critical',
    tells: 'puts another repository in the place of the policy',
    fits: (words, _, scope) =>
      !/^(status|summary|foreach|sync|split|push)$/u.test(words[1] ?? '') &&
      words.slice(1).some(word => isAt(word, scope)),
  },
  {
    verb: /^(checkout|restore|reset|rm)$/u,
    level: 'high',
    tells: 'a list says which files are replaced',
    fits: (words, _, scope) =>
      words.some(word => /^--pathspec-from-file/u.test(word)) && holds('.', scope),
  },
  {
    verb: /^stash$/u,
    level: 'high',
    tells: 'may put another policy in its place',
    fits: (words, _, scope) =>
      (words[1] === 'store' ||
        (/^(apply|pop|branch)$/u.test(words[1] ?? '') &&
          words.slice(2).some(word => /^[0-9a-f]{7,64}$/u.test(word)))) &&
      holds('.', scope),
  },
];

function isAt(word: string, { own, folders, cwd }: Scope, wanted?: 'secret'): boolean {
  if (word.length < 3) return false;
  return [...pathsIn(word)].some(path => {
    const found = own.at(joined(cwd, path), folders);
    return found === 'secret' || (wanted === undefined && found !== null);
  });
}

function holds(word: string, scope: Scope): boolean {
  return (
    /^([./~]|[\w-]+\/?$)/u.test(word) &&
    scope.own.above(scope.path(literal(word)).text, scope.folders) !== null
  );
}

/** A value that git runs later: `alias.x '!command'`, `core.pager command`. */
function reachesLater({ text }: Value, scope: Scope): boolean {
  if (!/\s/u.test(text) || !(scope.own.isMentioned(text) || scope.own.reaches(text))) return false;
  return scope.reachesOwn(later =>
    later.runner.text(later, literal(text.replace(/^!/u, '')), null),
  );
}

/** Looks at what git does to our own files by settings, lists and whole trees (OF-1, OF-2). */
export function assessOwnGit(call: Call, scope: Scope): void {
  if (call.program !== 'git') return;
  const words = call.args.slice(0, 400).map(({ text }) => text);
  const at = words.findIndex(
    (word, i) =>
      /^[a-z][a-z-]+$/u.test(word) && !/^(-C|-c|--git-dir|--work-tree)$/u.test(words[i - 1] ?? ''),
  );
  const verb = words[at] ?? '';
  const rule = rules.find(rule => rule.verb.test(verb) && rule.fits(words.slice(at), call, scope));
  if (rule !== undefined) scope.find('policy_tampering', rule.level, describe(call, rule.tells));
}
