import type { Language } from './tokens.ts';

const shellKeys = /^(?:command|cmd|script|shell|bash|run|commands?_?line|argv)$/i;
const sqlKeys = /^(?:sql|query|statements?|stdin_sql)$/i;
const codeKeys = /^(?:stdin|code|program|source|patch|diff|body|content)$/i;
const sqlStart =
  /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|drop|alter|create|truncate|begin|with|grant|revoke|copy)\b/i;
const blockLength = 240;

/** Whether a text is shown as a numbered block, and in which language its words are coloured; null inline. */
export function blockLanguage(key: string, value: string, toolName: string): Language | null {
  if (sqlKeys.test(key))
    return sqlStart.test(value) || /sql|postgres|db/i.test(toolName) ? 'sql' : 'text';
  if (shellKeys.test(key)) return 'shell';
  if (codeKeys.test(key) && sqlStart.test(value)) return 'sql';
  if (value.includes('\n') || value.length > blockLength)
    return sqlStart.test(value) ? 'sql' : 'text';
  return null;
}

export const languageWords: Readonly<Record<Language, string>> = {
  shell: 'shell',
  sql: 'SQL',
  json: 'JSON',
  text: 'text',
};
