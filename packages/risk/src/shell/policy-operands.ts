import { nameWords } from './environment-names.ts';
import { isPolicyPath } from './policy-paths.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { readingPrograms } from './text-programs.ts';
import { literal } from './value.ts';

/** Programs that only look at such a file, or whose own judge knows which operand they write. */
const judged = new Set(
  (
    'cp install mv rsync scp tar gtar bsdtar zip unzip ln tee dd truncate touch mkdir rm unlink rmdir shred find gfind fd xargs git gh cd pushd curl wget echo printf ' +
    'sed gsed awk gawk source . export declare local readonly set unset test sh bash zsh dash python node ruby perl php deno bun vim vi nvim ex view emacs nano ed pico micro ' +
    'yamllint jsonlint ajv check-jsonschema kubeconform conftest opa cue taplo sha256sum gpg countersign rimraf del-cli'
  ).split(' '),
);
const looking = new Set(
  'check lint validate verify test tests diff show list print view explain inspect dry preview read cat status'.split(
    ' ',
  ),
);
/** Formatters and linters, which write only when told to. */
const formatters = new Set('prettier eslint biome dprint yamlfmt'.split(' '));

/** Their first word is another program. */
const isRunner = /^(npx|pnpx|bunx|pnpm|yarn|npm|bun)$/u;

/** An unknown program that is handed the policy is taken to change it, unless its name says that it only looks. */
export function assessPolicyOperands(call: Call, scope: Scope): void {
  const { program, args } = call;
  if (judged.has(program) || readingPrograms.has(program)) return;
  const file = args.slice(0, 200).find(({ text }) => namesPolicy(text, scope));
  if (file === undefined) return;
  const plain = args.filter(arg => !arg.text.startsWith('-'));
  const verbs = plain.slice(0, plain.indexOf(file)).slice(0, isRunner.test(program) ? 3 : 1);
  const task = [program, ...verbs.map(({ text }) => text)].join(' ');
  if (formatters.has(program)) {
    if (!args.some(arg => /^(--write|--fix|-w|--apply.*)$/u.test(arg.text))) return;
  } else if (nameWords(task).some(word => looking.has(word))) return;
  scope.find('policy_tampering', 'critical', describe(call, file.text));
}

function namesPolicy(text: string, scope: Scope): boolean {
  if (text.length > 1024 || /\s/u.test(text)) return false;
  const value =
    text.startsWith('-') && text.includes('=') ? text.slice(text.indexOf('=') + 1) : text;
  if (value.startsWith('-') || !/[./]/u.test(value)) return false;
  const path = scope.path(literal(value));
  return isPolicyPath(path) || scope.own.at(path.text, scope.folders) !== null;
}
