import { type Statement, statementsOf } from '../sql.ts';
import type { Mark } from './mark.ts';

const alwaysTrue = /^where\s+(?:1\s*=\s*1|true|'(\w*)'\s*=\s*'\1'|\d+\s*<>\s*\d+)\s*$/i;

export function sqlMarks(text: string, pointer: string): readonly Mark[] {
  return statementsOf(text).flatMap(statement => statementMarks(statement, text, pointer));
}

function statementMarks(statement: Statement, text: string, pointer: string): Mark[] {
  const { verb, table, condition, start, end } = statement;
  const head = /^\S+(?:\s+\S+){0,2}/.exec(text.slice(start, end))?.[0].length ?? 0;
  const mark = (level: Mark['level'], words: string, from = start, to = start + head): Mark => ({
    pointer,
    start: from,
    end: to,
    level,
    words,
  });
  switch (verb) {
    case 'delete':
    case 'update':
      if (condition === null) {
        return [
          mark(
            'critical',
            `No WHERE: ${verb === 'delete' ? 'deletes' : 'changes'} every row of ${table}.`,
          ),
        ];
      }
      return alwaysTrue.test(text.slice(condition.start, condition.end))
        ? [
            mark(
              'critical',
              `The condition is always true: every row of ${table}.`,
              condition.start,
              condition.end,
            ),
          ]
        : [];
    case 'drop':
      return [mark('critical', `Deletes ${table} with everything in it. This cannot be undone.`)];
    case 'truncate':
      return [mark('critical', `Deletes every row of ${table}. This cannot be undone.`)];
    case 'grant':
      return /\bto\s+public\b/i.test(text.slice(start, end))
        ? [mark('critical', 'Gives the right to everyone.')]
        : [mark('high', `Gives rights to ${table}.`)];
    case 'alter':
      return /\bdrop\s+(?:column|constraint)\b/i.test(text.slice(start, end))
        ? [mark('critical', `Removes a part of ${table} with its data.`)]
        : [];
    default:
      return [];
  }
}
