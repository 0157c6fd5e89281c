import type { Command } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What may follow a path of commands, such as `keys` or `keys signing`. */
interface Words {
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly does: string }[];
}

/** A script that completes every command and option there is now. It holds only our own words, none from data. */
export function completionScript(program: Command, shell: Shell): string {
  const all = wordsOf(program, '');
  if (shell === 'bash') return bash(all);
  return shell === 'zsh' ? zsh(all) : fish(all);
}

function wordsOf(command: Command, path: string): Words[] {
  const own = [
    ...command.commands.map(child => ({
      word: child.name(),
      does: child.summary() || child.description(),
    })),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map(word => ({ word, does: description })),
    ),
    ...command.options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ word: long, does: description }],
    ),
    { word: '--help', does: 'what it does, and examples' },
  ];
  return [
    { path, words: own },
    ...command.commands.flatMap(child => wordsOf(child, `${path} ${child.name()}`.trim())),
  ];
}

/** Finds the deepest known path among the words before the cursor; the same in both shells. */
function cases(all: readonly Words[], each: (words: Words) => string): string {
  return all.map(words => `    '${words.path}') ${each(words)} ;;`).join('\n');
}

const listed = ({ words }: Words) => words.map(({ word }) => word).join(' ');

function bash(all: readonly Words[]): string {
  return `# countersign: completion for bash. Put it into ~/.bashrc:  source <(countersign completion bash)
_countersign_words() {
  case "$1" in
${cases(all, words => `printf '%s' '${listed(words)}'`)}
    *) return 1 ;;
  esac
}
_countersign() {
  local path='' word index longer
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [ "$word" = '--' ] && return
    longer="\${path:+$path }$word"
    _countersign_words "$longer" > /dev/null && path="$longer"
  done
  COMPREPLY=($(compgen -W "$(_countersign_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _countersign countersign
`;
}

function zsh(all: readonly Words[]): string {
  const described = ({ words }: Words) =>
    `reply=(${words.map(({ word, does }) => `'${word}:${quoted(does)}'`).join(' ')})`;
  return `#compdef countersign
# countersign: completion for zsh. Put it into ~/.zshrc:  source <(countersign completion zsh)
_countersign_words() {
  case "$1" in
${cases(all, described)}
    *) return 1 ;;
  esac
}
_countersign() {
  local path_words='' word longer
  local -a reply
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == '--' ]] && { _files; return }
    longer="\${path_words:+$path_words }$word"
    _countersign_words "$longer" && path_words="$longer"
  done
  _countersign_words "$path_words"
  _describe 'countersign' reply || _files
}
compdef _countersign countersign
`;
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ word, does }) => {
      const option = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c countersign -n "__countersign_at '${path}'" ${option} -d '${quoted(does)}'`;
    }),
  );
  return `# countersign: completion for fish. Put it into ~/.config/fish/completions/countersign.fish
function __countersign_at
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    set -a path $word
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Our words hold apostrophes and colons, which mean something inside those scripts. */
function quoted(words: string): string {
  return words.replaceAll("'", '’').replaceAll(':', '\\:').replaceAll('\n', ' ');
}
