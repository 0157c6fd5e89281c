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

const codeNames = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  yaml: 'YAML',
  css: 'CSS',
  go: 'Go',
  rust: 'Rust',
  java: 'Java',
} as const;

/** A language that a grammar colours. */
export type CodeLanguage = keyof typeof codeNames;

export function isCode(language: Language): language is CodeLanguage {
  return Object.hasOwn(codeNames, language);
}

export const languageWords: Readonly<Record<Language, string>> = {
  shell: 'shell',
  sql: 'SQL',
  json: 'JSON',
  text: 'text',
  plain: 'text',
  ...codeNames,
};

const endings: readonly (readonly [RegExp, Language])[] = [
  [/\.[cm]?jsx?$/i, 'javascript'],
  [/\.[cm]?tsx?$/i, 'typescript'],
  [/\.pyi?$/i, 'python'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.(?:css|scss)$/i, 'css'],
  [/\.go$/i, 'go'],
  [/\.rs$/i, 'rust'],
  [/\.(?:java|kt)$/i, 'java'],
  [/\.json$/i, 'json'],
  [/\.sql$/i, 'sql'],
  [/(?:\.(?:sh|bash|zsh)|(?:^|\/)Makefile|(?:^|\/)Dockerfile)$/i, 'shell'],
];

/** The language of a file, by its name. */
export function languageOfPath(path: string): Language {
  return endings.find(([ending]) => ending.test(path))?.[1] ?? 'text';
}

/** The language of a program that a tool runs, by the words of its name. */
export function languageOfTool(toolName: string): Language {
  if (/python|py\b|jupyter|notebook|interpreter/i.test(toolName)) return 'python';
  if (/typescript|\bts\b|deno/i.test(toolName)) return 'typescript';
  return /node|\bjs\b|javascript/i.test(toolName) ? 'javascript' : 'text';
}
