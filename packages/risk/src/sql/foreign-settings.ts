import { assessSetting, isStrongRole } from './setting-effects.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { nameAt } from './token-names.ts';
import { wordSet } from './word-set.ts';

/** What a setting gets: `x = 1`, `x TO 1`, `x OFF`. */
function valueAfter(words: readonly string[], at: number): string | undefined {
  const operator = words[at + 1] ?? '';
  if (/^(?::?=|to)$/u.test(operator)) return words[at + 2];
  return /^(?:off|on)$/u.test(operator) ? operator : undefined;
}

export function assessForeignSet(tokens: readonly SqlToken[], found: SqlFindings): void {
  const words = tokens.map(token => token.value.toLowerCase());
  if (words[1] === 'password') {
    found.change('new_credential', 'high', 'sets a password', 'permission_change');
    return;
  }
  if (words.includes('role') && words.indexOf('role') <= 2) {
    const role = words[words.indexOf('role') + 1] ?? '';
    if (isStrongRole(role) || role === 'all')
      found.change('privilege', 'high', `takes the role ${shown(role)}`, 'permission_change');
    return;
  }
  if (words.includes('transaction') && words.includes('write'))
    assessSetting('transaction_read_only', 'off', false, found);
  let lasting = false;
  for (let at = 1; at < tokens.length; at += 1) {
    const word = words[at] ?? '';
    if (/^(?:(?:global|persist)$|@@(?:global|persist)\.)/u.test(word)) lasting = true;
    const value = valueAfter(words, at);
    const named = tokens[at]?.kind === 'word' || word.startsWith('@@');
    const last = words[at - 1] === '.' ? `${words[at - 2]}.${word}` : word;
    if (value !== undefined && named) assessSetting(last, value, lasting, found);
  }
}

const readingPragmas = wordSet(`
  table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list
  foreign_key_check integrity_check quick_check database_list collation_list compile_options
  function_list pragma_list module_list show database_size storage_info user_version
  schema_version page_count page_size freelist_count encoding
`);

export function assessPragma(tokens: readonly SqlToken[], found: SqlFindings): void {
  const [name, end] = nameAt(tokens, 1);
  const sets =
    tokens[end]?.value === '=' || (tokens[end]?.value === '(' && !readingPragmas.has(name.table));
  if (!sets) return;
  assessSetting(name.table, tokens[end + 1]?.value.toLowerCase(), false, found);
  found.upkeep(`sets ${shown(name.table)}`);
}
