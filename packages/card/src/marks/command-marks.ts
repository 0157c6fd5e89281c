import type { Command } from '../command.ts';
import { findInText, type Mark, type TextRule } from './mark.ts';

const outside = String.raw`(?<at>(?:~|\$HOME|/|\.\.)[^\s;|&'"]*)`;

/** Blanks within one command. A line break ends it, unless a backslash stands before. */
const gap = String.raw`(?:[ \t]|\\\n)+`;

/** What a command does that is hard to undo. `at` names the group to underline, where it is not the whole match. */
const rules: readonly TextRule[] = [
  {
    pattern: new RegExp(
      String.raw`\brm${gap}(?:-\S+${gap})*-\w*[rR]\w*(?:${gap}-\S+)*(?:${gap}[^\s;|&\\]+)*?${gap}${outside}`,
      'dg',
    ),
    level: 'critical',
    words: found =>
      `Deletes ${found.groups?.['at']} and everything in it, outside the project. This cannot be undone.`,
  },
  {
    pattern: /\bxargs\b[^|;&\n]*?(?<at>\brm\b[^|;&\n]*)/dg,
    level: 'high',
    words: 'Deletes every file that the part before finds. How many is not known before it runs.',
  },
  {
    pattern: /\bfind\b[^|;&\n]*?(?<at>-delete\b)/dg,
    level: 'high',
    words: 'Deletes every file that is found. How many is not known before it runs.',
  },
  {
    pattern: /\brm[ \t]+(?:-\S+[ \t]+)*-\w*[rR]\w*[^;|&\n]*/dg,
    level: 'high',
    words: 'Deletes folders with everything in them.',
  },
  {
    pattern:
      /(?:\bcurl\b|\bwget\b)[^;&\n]*\|\s*(?<at>(?:sudo\s+)?(?:ba|z|da)?sh\b|python3?\b|node\b)/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern: /\bbase64\s+(?:-d|--decode|-D)\b[^;&\n]*\|\s*(?<at>(?:ba|z)?sh\b)/dg,
    level: 'critical',
    words: 'Runs a hidden command.',
  },
  {
    pattern: /\bgit\s+push\b[^;|&\n]*?\s(?<at>--force(?!-with-lease)\b|-f\b|\+\S+)/dg,
    level: 'critical',
    words: 'Overwrites the history that others share.',
  },
  {
    pattern: /\bgit\s+(?:reset\s+(?<at>--hard)|clean\s+(?<clean>-\w*f\w*))/dg,
    level: 'high',
    words: 'Throws away changes that were not committed.',
  },
  { pattern: /(?<=\s)--no-verify\b/dg, level: 'high', words: 'Skips the checks that run before.' },
  {
    pattern: /(?<=\s)(?:--auto-approve|-auto-approve|--yes|--assume-yes|--accept-data-loss)\b/dg,
    level: 'high',
    words: 'Skips the confirmation of the tool itself.',
  },
  {
    pattern: /(?<=\s)--force(?:-with-lease)?\b|(?<=\s)--hard\b/dg,
    level: 'high',
    words: 'Goes on where the tool would stop.',
  },
  {
    pattern:
      /\bchmod\s+(?:-\w+\s+)*(?<at>[0-7]{0,2}[0-7][2367]|(?:[ugo]*[ao][ugo]*)[+=]\w*w\w*)(?=\s)/dg,
    level: 'high',
    words: 'Lets every user of the machine change it.',
  },
  {
    pattern: /(?<![\w-])sudo\b/dg,
    level: 'high',
    words: 'Runs with the rights of the administrator.',
  },
  {
    pattern:
      /(?:>>?|\btee\s+(?:-a\s+)?)\s*(?<at>(?:\/etc|\/usr|\/boot|~\/\.ssh|~\/\.aws|~\/\.(?:bash|zsh)rc|\/dev\/sd)[^\s;|&]*)/dg,
    level: 'critical',
    words: found =>
      `Writes to ${found.groups?.['at']}, which belongs to the system or to an account.`,
  },
  {
    pattern:
      /\b(?:cat|less|head|cp|scp|tar|curl)\b[^;|&\n]*?(?<at>(?:~|\/root|\/home\/\w+)?\/?\.(?:ssh\/id_\w+|aws\/credentials|env(?:\.\w+)?|netrc|npmrc|kube\/config)\b)/dg,
    level: 'high',
    words: 'Reads a file that holds credentials.',
  },
  {
    pattern:
      /\bcurl\b[^;|&\n]*?\s(?<at>(?:-d|--data(?:-binary|-raw)?|-F|-T|--upload-file)\s*['"]?@?\S+)/dg,
    level: 'high',
    words: 'Sends data to another machine.',
  },
  {
    pattern: /\bhttps?:\/\/(?:[^\s/@'"]*@)?(?<at>[^\s/'"]*[^\p{ASCII}\s'"][^\s/'"]*)/dgu,
    level: 'critical',
    words: 'A host with letters of another script, which can look like a known name.',
  },
  {
    pattern: /\bdd\b[^;|&\n]*?(?<at>\bof=\/dev\/\S+)|\bmkfs(?:\.\w+)?\s+\S+/dg,
    level: 'critical',
    words: 'Writes over a whole disk.',
  },
  {
    pattern: /\b(?:kubectl|helm)\s+(?:-\S+\s+)*(?<at>delete|uninstall|drain)\b/dg,
    level: 'critical',
    words: 'Removes something from the cluster.',
  },
  {
    pattern: /\bterraform\s+(?:-\S+\s+)*(?<at>destroy)\b|\bpulumi\s+destroy\b/dg,
    level: 'critical',
    words: 'Destroys the infrastructure that it manages.',
  },
  {
    pattern: /\bdocker\s+(?:system|volume|image)\s+(?<at>prune|rm)\b/dg,
    level: 'high',
    words: 'Removes data of containers.',
  },
  {
    pattern:
      /\b(?:drop\s+(?:table|database|schema)|truncate\s+(?:table\s+)?\w+|delete\s+from\s+\w+)\b/dgi,
    level: 'critical',
    words: 'Deletes data of a database.',
  },
  {
    pattern: /(?<=\s)--privileged\b|(?<=\s)-v\s+\/:\S*/dg,
    level: 'critical',
    words: 'Gives the container the rights of the machine.',
  },
  {
    pattern: /\b(?:npm|pnpm|yarn)\s+(?<at>publish)\b|\bgh\s+release\s+create\b/dg,
    level: 'high',
    words: 'Publishes to everyone.',
  },
  {
    pattern: /\beval\b[^;|&\n]*/dg,
    level: 'high',
    words: 'Runs a text that is made while it runs.',
  },
];

export function commandMarks({ pointer, text, words, inner }: Command): readonly Mark[] {
  if (inner !== null) return findInText(inner.value, inner.pointer, rules);
  const found = findInText(text, pointer, rules);
  if (words === null) return found;
  // In a list of words a mark stands on the line that is made of them.
  return found;
}
