import { placeOf } from '../action/environment.ts';
import type { RiskSettings } from '../risk-settings.ts';
import type { SqlToken } from './sql-token.ts';
import { wordSet } from './word-set.ts';

/** Words after which a statement names what it changes or where it goes on. */
const beforeTarget = wordSet(`
  into update table truncate merge view exists call exec execute schema database use catalog
  overwrite only index sequence procedure function trigger
`);
const grants = wordSet('grant revoke create comment');

/**
 * True if a statement changes something whose database, schema, catalogue or linked server is called
 * production. What the caller calls the connection cannot outweigh it. The last part of a name is the thing
 * itself, and a table called `prod_list` may list products.
 */
export function changesProduction(tokens: readonly SqlToken[], settings: RiskSettings): boolean {
  let lead = '';
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'symbol' && token.value === ';') lead = '';
    else if (lead === '') lead = token.value;
    if (token.kind !== 'word') continue;
    const before = tokens[at - 1]?.value;
    const target =
      beforeTarget.has(token.value) ||
      (token.value === 'from' && (before === 'delete' || lead === 'delete')) ||
      (token.value === 'delete' && tokens[at + 1]?.value !== 'from') ||
      (token.value === 'on' && grants.has(lead));
    if (!target) continue;
    const whole = token.value === 'use' || token.value === 'database' || token.value === 'schema';
    if (namesProduction(tokens, at + 1, whole, settings)) return true;
  }
  return false;
}

function namesProduction(
  tokens: readonly SqlToken[],
  from: number,
  whole: boolean,
  settings: RiskSettings,
): boolean {
  const parts: string[] = [];
  for (let at = from; at < tokens.length && parts.length < 12; at += 1) {
    const token = tokens[at];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'name')) break;
    parts.push(...token.value.slice(0, 512).split('.'));
    const next = tokens[at + 1]?.value;
    if (next !== '.' && next !== '..') break;
    at += 1;
  }
  const places = whole ? parts : parts.slice(0, -1);
  return places.some(part => placeOf(part, settings, true).production);
}
