import type { CodeCall } from './code-call.ts';
import type { CodeDeed } from './code-deed.ts';
import { type CodeValue, HOLE, textOf } from './code-value.ts';

type PlainRule = (call: CodeCall) => readonly CodeDeed[] | null;

const programs =
  /(^|\.)(system|exec|popen|popen2|popen3|shell_exec|passthru|proc_open|pcntl_exec|Command|CommandContext|new_process|ProcessBuilder|Process\.Start|Process\.run|Process\.spawn|execute_shell|capture2e?|capture3|getRuntime\.exec|Shell|posix_spawn|shell|system2|do_shell_script)$/u;
const programOwners = /(^|\.)(exec|Command|Process|Runtime|Open3|Kernel|os|IO|Shell|Sys)\./u;

/** `exec.Command("rm", "-rf", dir)`, `system("rm -rf x")`, `Command::new("rm").arg("-rf")`. */
const runsProgram: PlainRule = ({ path, names, given }) => {
  const starts = /(^|\.)(process\.)?Command\.new$/u.test(path);
  if (!starts && !programs.test(path)) return null;
  // `db.Exec` and `regex.exec` run no program.
  if (/(^|\.)exec$/u.test(path) && names.length > 1 && !programOwners.test(path)) return null;
  const values = given.positional.flatMap(value => (value.kind === 'list' ? value.items : [value]));
  const [first] = values;
  if (first === undefined) return null;
  if (first.kind !== 'text') return [{ kind: 'hidden', what: path }];
  if (starts) return [{ kind: 'argv', argv: [first.text, HOLE] }];
  // .NET takes the arguments of a program as one text.
  if (/Process\.Start$/u.test(path))
    return [{ kind: 'argv', argv: values.flatMap(value => textOf(value).split(' ')) }];
  return values.length > 1 && !/\s/u.test(first.text)
    ? [{ kind: 'argv', argv: values.map(textOf) }]
    : [{ kind: 'shell', text: first.text }];
};

const removals =
  /(^|\.)(os\.Remove(All)?|fs\.remove_(dir_all|dir|file)|Files\.delete(IfExists)?|FileUtils\.(deleteDirectory|forceDelete|cleanDirectory|rm|rm_r|rm_f|rm_rf|remove_dir|remove_entry_secure)|Directory\.Delete|File\.(Delete|delete|unlink)|Dir\.(rmdir|delete|unlink)|FileSystem\.(DeleteFile|DeleteDirectory|remove)|FileManager\.default\.removeItem|removeItem|unlink|rmdir|rmtree|remove_tree|file\.remove|fs\.removeSync|filesystem\.remove(_all)?|deleteRecursively|deleteDirectory|Storage\.delete(Directory)?|Kill|RmDir|rm)$/u;
const pathMakers = /^(toFile|File|Path|Paths|DirectoryInfo|FileInfo|Pathname|of)$/u;

const removes: PlainRule = ({ path, names, given, before }) => {
  const onPath =
    /^(delete|Delete|unlink|rmtree|deleteRecursively|deleteOnExit)$/u.test(names.at(-1) ?? '') &&
    names.slice(0, -1).some(name => pathMakers.test(name));
  if (!onPath && !removals.test(path)) return null;
  const values = [...(onPath ? before.flatMap(step => step.positional) : []), ...given.positional];
  const paths = values.filter(isPath).map(textOf);
  return [{ kind: 'removal', paths: paths.length > 0 ? paths : [HOLE], recursive: true }];
};

function isPath(value: CodeValue): boolean {
  return value.kind === 'text' || value.kind === 'unknown' || value.kind === 'reached';
}

const statement =
  /^\s{0,200}(select\s.{1,2000}\sfrom\s|insert\s+into\s|update\s.{1,200}\sset\s|delete\s+from\s|drop\s+(table|database|schema|view|index|user|role|column)\s|truncate\s|alter\s+(table|user|role|database|system)\s|create\s+(table|or|user|role|index|database|view)\s|grant\s.{1,400}\sto\s|revoke\s.{1,400}\sfrom\s|merge\s+into\s|copy\s.{1,400}\s(to|from)\s)/isu;

/** A statement of SQL is one whatever the function is called that gets it. */
const runsSql: PlainRule = ({ given }) => {
  const found = given.positional.find(
    (value): value is Extract<CodeValue, { kind: 'text' }> =>
      value.kind === 'text' && statement.test(value.text.slice(0, 4096)),
  );
  return found === undefined ? null : [{ kind: 'sql', text: found.text.replaceAll(HOLE, 'x') }];
};

/** Rules for languages that have no grammar here. They come before those that all languages share. */
export const plainRules: readonly PlainRule[] = [runsSql, runsProgram, removes];
