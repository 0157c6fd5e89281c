/** `$x = `, which may stand before a command of PowerShell. */
export const assignment = /^(\[[\w.[\]]{1,60}\]\s{0,4})?\$[\w:]{1,60}\s{0,4}[+-]?=\s{0,4}/u;
const shaping = new Set(
  'where-object where ? select-object select sort-object sort measure-object measure format-table ft format-list fl group-object group out-string convertto-json convertto-csv write-output write-host echo'.split(
    ' ',
  ),
);
/** `Where-Object { $_.CPU -gt 10 }`. */
const condition =
  /\{\s{0,20}\$_(\.\w{1,40})*\s{1,8}-[a-z]{2,12}\s{1,8}['"]?[\w.*-]{1,80}['"]?\s{0,20}\}/giu;

/** True if PowerShell only shows the state of the machine: `Get-*` and what shapes its output, and nothing else. */
export function isPowershellReading(text: string): boolean {
  if (text.length > 4096) return false;
  const bare = text.replaceAll(condition, '');
  if (/[&`(){}<>@]|:\/\/|\$env:/iu.test(bare) || !/\bget-[a-z]/iu.test(bare)) return false;
  return bare.split(/[|;\n]/u).every(whole => {
    const stage = whole.trim().replace(assignment, '');
    const name = (stage.split(/\s/u)[0] ?? '').toLowerCase();
    if (name === '' || name.startsWith('#')) return true;
    if (/^\$\w{1,60}(\.\w{1,60})*$/u.test(stage)) return true;
    return shaping.has(name) || (/^get-[a-z]{2,40}$/u.test(name) && !telling.test(name));
  });
}

/** These show more than a state. */
const telling = /content|credential|secret|clipboard|key|password|token|certificate|laps/u;
