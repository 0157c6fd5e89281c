import { type Statement, statementsOf } from '../sql.ts';
import type { Mark } from './mark.ts';

/** A part of a condition that every row meets. */
const always = String.raw`\(*\s*(?:(\d+)\s*=\s*\1|true|'(\w*)'\s*=\s*'\2'|[\w."]+\s+(?:i?like)\s+'%+'|[\w."]*\bid\s*(?:>=?\s*0|is\s+not\s+null))\s*\)*`;
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
      return alterMarks(text.slice(start, end), table, mark);
    default:
      return otherMarks(text.slice(start, end), mark);
  }
}

function isAlways(condition: string): boolean {
  return alwaysTrue.test(condition) || orTrue.test(condition);
}

type MarkStart = (level: Mark['level'], words: string) => Mark;

function alterMarks(text: string, table: string | null, mark: MarkStart): Mark[] {
  if (/\bdisable\s+(?:row\s+level\s+security|trigger)\b|\bno\s+force\s+row\b/i.test(text))
    return [mark('critical', `Turns off a protection of ${table}.`)];
  if (/^alter\s+(?:role|user)\b[\s\S]*\b(?:superuser|createrole|bypassrls)\b/i.test(text))
    return [mark('critical', 'Gives the highest rights.')];
  return /\bdrop\s+(?!default\b|not\s+null\b)\w/i.test(text)
    ? [mark('critical', `Removes a part of ${table} with its data.`)]
    : [];
}

function otherMarks(text: string, mark: MarkStart): Mark[] {
  if (/^create\s+(?:role|user)\b[\s\S]*\b(?:superuser|createrole|bypassrls)\b/i.test(text))
    return [mark('critical', 'Makes an account with the highest rights.')];
  return /^copy\b[\s\S]*\b(?:from|to)\s+program\b/i.test(text)
    ? [mark('critical', 'Runs a program on the machine of the database.')]
    : [];
}
