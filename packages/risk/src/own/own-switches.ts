import type { OwnGuard } from './own-guard.ts';
import { fold } from './path-forms.ts';

const longest = 65_536;
const mostNames = 2000;

/** A name in capitals, with the signs that may stand behind it where it gets a value. */
const assigned =
  /(?<![\w$])([A-Z][A-Z0-9_]{2,80})["'\]})]{0,3}\s{0,4}(\?{0,2}=(?![=~>])|=>|:(?![:/]))/gu;
/** Calls and commands that set or take away the variable whose name follows. */
const given =
  /\b(?:putenv|unsetenv|setenv|set_env|set_var|setdefault|setEnvironmentVariable|environ\.pop|stubenv|set\s+-\w*x\w*|setx|env\s+-u|unset|del\s+(?:os\.)?environ|delete\s+(?:process\.env|ENV|\$ENV)|ENV\.delete|export|printf\s+-v)\b[\s("'.[{]{0,6}([A-Z][A-Z0-9_]{2,80})/giu;

/** True if a text, code or settings, gives a variable of the product a value or takes it away. Reading one is harmless. */
export function setsSwitch(text: string, guard: OwnGuard): boolean {
  const plain = text.slice(0, longest);
  let looked = 0;
  for (const form of [assigned, given]) {
    for (const [, name = ''] of plain.matchAll(form)) {
      if (++looked > mostNames) return false;
      if (guard.steers(name)) return true;
    }
  }
  return false;
}

/** Files from which a program, a shell or a container takes its environment. Examples for people are none. */
export function givesEnvironment(path: string): boolean {
  const name = fold(path).split('/').at(-1) ?? '';
  if (/\.(example|sample|template|dist|md|txt|rst)$/u.test(name)) return false;
  return (
    /^\.env|\.env$|^\.?environment$|rc$|profile$|^\.(bash|zsh)|^(docker-)?compose|^(docker|container|proc|make|just|task)file|^dockerfile|^justfile/u.test(
      name,
    ) ||
    /\.(env|sh|bash|zsh|fish|service|plist|conf|toml|ya?ml|mk|ps1|bat|cmd)$/u.test(name) ||
    /^(package|launch|tasks|settings|nodemon|devcontainer)\.json$/u.test(name)
  );
}
