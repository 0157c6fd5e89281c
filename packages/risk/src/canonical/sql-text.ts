import type { Leaf } from '../action/survey.ts';

/** How a statement of SQL begins. */
export const sqlBeginnings: ReadonlySet<string> = new Set(
  `select insert update delete drop truncate alter create grant revoke with explain merge replace call exec execute begin commit
  rollback set show values copy vacuum analyze lock do declare rename comment refresh reindex cluster load unload use describe
  desc pragma attach detach start savepoint prepare deallocate upsert import export kill flush optimize reset checkpoint notify
  listen discard table security put get list remove undrop shutdown backup restore dbcc waitfor if while print go handler delimiter
  purge flashback audit noaudit administer associate disassociate deny bulk reconfigure msck repair invalidate compact system install
  uninstall suspend resume`.split(/\s+/),
);

/**
 * Parameter names, such as a batch or a script, that hold SQL in a tool for databases. In other tools they can mean
 * anything.
 */
export function isSqlText({ key, depth }: Leaf, value: string): boolean {
  if (depth > 1 || !sqlTexts.has(key.name)) return false;
  const first = firstWord(value);
  if (first === 'exec' || first === 'execute' || first === 'declare') return true;
  return (sqlBeginnings.has(first) || clientWords.has(first)) && hasShape(value);
}

const sqlTexts: ReadonlySet<string> = new Set(
  'batch script block text input body command cmd'.split(' '),
);
/** How the lines of a client begin that are no statements. */
const clientWords: ReadonlySet<string> = new Set(
  'whenever spool prompt connect column define'.split(' '),
);

export function hasShape(text: string): boolean {
  const head = ` ${text.slice(0, 2000).replace(/\s+/gu, ' ').toLowerCase()} `;
  return / (from|into|set|table|database|schema|index|view|to|role|user|values|as|function|begin|policy) /u.test(
    head,
  );
}

/** The first word after comments and opening parentheses. */
export function firstWord(text: string): string {
  let at = 0;
  const limit = Math.min(text.length, 8192);
  while (at < limit) {
    if (/[\s(;]/u.test(text[at] ?? '')) at += 1;
    else if (text.startsWith('--', at) || text[at] === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? limit : end + 1;
    } else if (text.startsWith('/*', at)) {
      // What stands in a versioned comment is run by MySQL.
      if (text[at + 2] === '!') at += 3;
      else {
        const end = text.indexOf('*/', at);
        at = end < 0 ? limit : end + 2;
      }
    } else if (/[0-9]/u.test(text[at] ?? '')) at += 1;
    else break;
  }
  return /^[a-z_]{1,20}/iu.exec(text.slice(at, at + 20))?.[0]?.toLowerCase() ?? '';
}
