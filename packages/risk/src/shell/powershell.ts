import { assessCode } from './inline-code.ts';
import { assignment } from './powershell-reading.ts';
import type { Scope } from './scope.ts';
import { literal, type Value } from './value.ts';

/** Aliases and verbs of PowerShell and cmd that remove, run or fetch, by what they are short for. */
const meanings: Readonly<Record<string, string>> = {
  ri: 'Remove-Item',
  rm: 'Remove-Item',
  del: 'Remove-Item',
  erase: 'Remove-Item',
  rd: 'Remove-Item',
  rmdir: 'Remove-Item',
  iex: 'Invoke-Expression',
  iwr: 'Invoke-WebRequest',
  irm: 'Invoke-RestMethod',
  curl: 'Invoke-WebRequest',
  wget: 'Invoke-WebRequest',
  clc: 'Clear-Content',
  sc: 'Set-Content',
  saps: 'Start-Process',
  spps: 'Stop-Process',
  kill: 'Stop-Process',
  icm: 'Invoke-Command',
};
const reading = new Set(
  'get-childitem gci ls dir get-content gc cat type select-string sls where-object where ? foreach-object foreach % select-object select sort-object sort measure-object measure format-table ft format-list fl write-output write-host echo get-process gps ps get-service gsv get-item gi test-path resolve-path get-location gl pwd get-date get-command gcm get-help out-string convertto-json convertfrom-json set-location cd get-filehash ver whoami hostname ipconfig systeminfo tasklist'.split(
    ' ',
  ),
);

/** Looks at PowerShell or cmd source, whose grammar is not the shell's: command names after `|`, `;`, `&`, `{`. */
export function assessPowershell(scope: Scope, code: Value): void {
  assessCode(scope, 'powershell', code);
  const stages = code.text.slice(0, 65_536).split(/[|;&{}\n(]/u);
  if (/(^|[;|{}\n(=])\s{0,40}[&.]\s{0,4}[$(]/u.test(code.text.slice(0, 65_536)))
    scope.find('opaque_payload', 'high', 'powershell runs a program not known beforehand');
  if (/\$[\w.]{1,60}\.(stop|delete|kill|terminate)\w{0,20}\(/iu.test(code.text.slice(0, 65_536)))
    scope.find('destructive_command', 'high', 'powershell stops or deletes an object');
  for (const whole of stages) {
    const stage = whole.trim().replace(assignment, '');
    const [first] = stage.trim().split(/\s/u);
    const name = (first ?? '').toLowerCase();
    if (name === '' || name.startsWith('$') || reading.has(name)) continue;
    const meaning = Object.hasOwn(meanings, name) ? (meanings[name] ?? name) : name;
    const verb = meaning.toLowerCase();
    if (/^(remove|clear|format|initialize)-/u.test(verb)) {
      if (/-whatif\b/iu.test(stage)) continue;
      if (verb === 'remove-item') {
        scope.runner.argv(scope, removalOf(stage), null);
        continue;
      }
      scope.find('destructive_command', 'critical', `powershell: ${meaning}`);
    } else if (verb === 'invoke-expression')
      scope.find('opaque_payload', 'high', 'powershell runs text as code');
    else if (/^(stop|disable|restart|suspend)-/u.test(verb))
      scope.find('destructive_command', 'high', `powershell: ${meaning}`);
    else if (
      /^(set-executionpolicy|set-mppreference|add-mppreference|new-localuser|add-localgroupmember|enable-psremoting)$/u.test(
        verb,
      )
    )
      scope.find('access_change', 'high', `powershell: ${meaning}`);
    else if (/^(register-scheduledtask|new-service|set-itemproperty|new-itemproperty)$/u.test(verb))
      scope.find('persistence', 'high', `powershell: ${meaning}`);
    else if (
      /^(shutdown|format|diskpart|vssadmin|bcdedit|cipher|reg|schtasks|net|netsh|wevtutil|taskkill)$/u.test(
        verb,
      )
    )
      scope.find('destructive_command', 'high', `cmd: ${verb}`);
  }
}

/** `Remove-Item a -Recurse` and `rmdir /s /q a` with the words that PowerShell would see. */
function removalOf(stage: string): readonly Value[] {
  const words = (
    stage
      .trim()
      .slice(0, 8192)
      .match(/"[^"]*"|'[^']*'|[^\s"']+/gu) ?? []
  ).slice(1, 200);
  const found = [literal('remove-item')];
  for (const word of words) {
    if (/^\/s$/iu.test(word) || /^-r(ec?u?r?s?)?$/iu.test(word)) found.push(literal('-Recurse'));
    else if (/^-fo?r?c?$/iu.test(word)) found.push(literal('-Force'));
    else if (!/^\/[a-z]$/iu.test(word)) {
      const text = word.replace(/^["']|["']$/gu, '');
      found.push({ ...literal(text), glob: /[*?]/u.test(text) });
    }
  }
  return found;
}
