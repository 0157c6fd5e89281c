import type { NameReading } from '../action/tool-name.ts';
import { hasAny } from '../action/words.ts';
import type { Carried } from './carried-code.ts';

const verbs: ReadonlySet<string> = new Set('run exec execute shell send call do'.split(' '));

/** The shell of Windows by its own name, perhaps behind that of a server; `run_cmd` may be any shell. */
export function isCmd({ words }: Pick<NameReading, 'words'>): boolean {
  const last = words.at(-1) === 'exe' ? words.at(-2) : words.at(-1);
  return last === 'cmd' && !hasAny(words, verbs);
}

/** A line for a shell; PowerShell that only shows something is read as such. */
export function linesOf(text: string, tool: NameReading): readonly Carried[] {
  const { words } = tool;
  if (words.includes('powershell') || words.includes('pwsh'))
    return [{ kind: 'code', language: 'pwsh', text }];
  const line: Carried = { kind: 'shell', text };
  if (!isCmd(tool) || !windowsLine.test(text)) return [line];
  const batch: Carried = { kind: 'code', language: 'cmd', text };
  return otherShell.test(text) ? [batch, line] : [batch];
}

/** How a line for cmd begins, or what stands only there. */
const windowsLine =
  /^\s{0,20}@?(del|erase|rd|rmdir|dir|type|copy|move|ren|net|netsh|reg|sc|schtasks|vssadmin|wevtutil|certutil|bitsadmin|icacls|takeown|robocopy|xcopy|taskkill|shutdown|bcdedit|diskpart|wmic|findstr|tasklist|systeminfo|ipconfig|driverquery|getmac|tracert|echo|set|for|if|start|call)\b|%\w{1,60}%|%%\w|\b[a-z]:\\/iu;
/** What stands only in a line for another shell. */
const otherShell = /;|\$\(|`|(^|\s)[~/](tmp|etc|home|var|srv|usr|opt)?\/|\brm\s/u;
