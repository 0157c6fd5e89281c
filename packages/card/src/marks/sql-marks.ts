import { changesInside, type Statement, statementsOf } from '../sql.ts';
import type { Mark } from './mark.ts';

/** A part of a condition that every row meets. */
const always = String.raw`\(*\s*(?:(\d+)\s*=\s*\1|true|not\s+false|'(\w*)'\s*=\s*'\2'|([\w.]+(?:\([\w., ]*\))?)\s*=\s*\3(?![\w.(])|exists\s*\(\s*select\s+[\d*']+\s*\)|[\w."]+\s+(?:i?like)\s+'%+'|[\w."]*\bid\s*(?:>=?\s*0|is\s+not\s+null))\s*\)*`;
const alwaysTrue = new RegExp(String.raw`^where\s+${always}\s*$`, 'i');
const orTrue = new RegExp(String.raw`\bor\s+${always}\s*$`, 'i');

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
  const markStart: MarkStart = (level, words, found) =>
    found === undefined
      ? mark(level, words)
      : mark(level, words, start + found.index, start + found.index + found[0].length);
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
      return isAlways(text.slice(condition.start, condition.end))
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
      return alterMarks(text.slice(start, end), table, markStart);
    default:
      return [
        ...otherMarks(text.slice(start, end), markStart),
        ...innerMarks(text, statement, mark),
      ];
  }
}

function isAlways(condition: string): boolean {
  return alwaysTrue.test(condition) || orTrue.test(condition);
}

type MarkStart = (level: Mark['level'], words: string, found?: RegExpExecArray) => Mark;

function alterMarks(text: string, table: string | null, mark: MarkStart): Mark[] {
  if (/\bdisable\s+(?:row\s+level\s+security|trigger)\b|\bno\s+force\s+row\b/i.test(text))
    return [mark('critical', `Turns off a protection of ${table}.`)];
  if (/^alter\s+(?:role|user)\b[\s\S]*\b(?:superuser|createrole|bypassrls)\b/i.test(text))
    return [mark('critical', 'Gives the highest rights.')];
  const dropped =
    /^[\s\S]{0,400}?\bdrop\s+(?!default\b|not\s+null\b)\w+(?:\s+(?:if\s+exists\s+)?[\w"]+)?/i.exec(
      text,
    );
  return dropped === null
    ? []
    : [mark('critical', `Removes a part of ${table} with its data.`, dropped)];
}

function otherMarks(text: string, mark: MarkStart): Mark[] {
  if (/^create\s+(?:role|user)\b[\s\S]*\b(?:superuser|createrole|bypassrls)\b/i.test(text))
    return [mark('critical', 'Makes an account with the highest rights.')];
  const everyone = /\bgrant\b[\s\S]{1,2000}\bto\s+public\b/i.exec(text);
  if (everyone !== null) return [mark('critical', 'Gives the right to everyone.', everyone)];
  const merged = /\bwhen\s+(?:not\s+)?matched\b[^;]{0,2000}?\bthen\s+delete\b/i.exec(text);
  if (/^merge\b/i.test(text) && merged !== null)
    return [mark('critical', 'Deletes every row that the comparison finds.', merged)];
  return /^copy\b[\s\S]*\b(?:from|to)\s+program\b/i.test(text)
    ? [mark('critical', 'Runs a program on the machine of the database.')]
    : [];
}

const innerMax = 10;

/** What a query does that looks as if it only reads: `WITH gone AS (DELETE FROM orders RETURNING *) SELECT …`. */
function innerMarks(
  text: string,
  { start, end }: Statement,
  mark: (level: Mark['level'], words: string, from: number, to: number) => Mark,
): Mark[] {
  return changesInside(text, start, end)
    .slice(0, innerMax)
    .map(({ start: from, end: to, table, hasCondition }) =>
      hasCondition
        ? mark('high', `Changes rows of ${table} inside a query.`, from, to)
        : mark('critical', `No WHERE: changes every row of ${table}, inside a query.`, from, to),
    );
}
