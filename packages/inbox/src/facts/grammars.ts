import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import type { CodeLanguage } from './language.ts';
import type { Token, TokenKind } from './tokens.ts';

interface Grammar {
  parse(value: string): Parameters<typeof highlightTree>[0];
}

/** Each grammar is a file of its own, and only the one that is needed is loaded. */
const grammars: Readonly<Record<CodeLanguage, () => Promise<Grammar>>> = {
  javascript: async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'jsx' }),
  typescript: async () =>
    (await import('@lezer/javascript')).parser.configure({ dialect: 'ts jsx' }),
  python: async () => (await import('@lezer/python')).parser,
  yaml: async () => (await import('@lezer/yaml')).parser,
  css: async () => (await import('@lezer/css')).parser,
  go: async () => (await import('@lezer/go')).parser,
  rust: async () => (await import('@lezer/rust')).parser,
  java: async () => (await import('@lezer/java')).parser,
};

export function loadGrammar(language: CodeLanguage): Promise<Grammar> {
  return grammars[language]();
}

const kinds = tagHighlighter([
  {
    tag: [
      tags.keyword,
      tags.bool,
      tags.null,
      tags.self,
      tags.definition(tags.propertyName),
      tags.tagName,
      tags.attributeName,
    ],
    class: 'keyword',
  },
  { tag: [tags.string, tags.regexp, tags.attributeValue, tags.character], class: 'text' },
  { tag: [tags.number, tags.unit], class: 'number' },
  { tag: [tags.comment, tags.meta], class: 'comment' },
]);

/**
 * The coloured stretches of a program, by its grammar. A grammar only gives the places of words and never changes them.
 * Each token is a pair of places in the value. Together the tokens cover the whole value.
 */
export function grammarTokens(value: string, grammar: Grammar): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (kind: TokenKind, end: number): void => {
    if (end <= at) return;
    tokens.push({ kind, start: at, end });
    at = end;
  };
  highlightTree(grammar.parse(value), kinds, (from, to, found) => {
    add('plain', Math.max(from, at));
    add(found.split(' ')[0] as TokenKind, to);
  });
  add('plain', value.length);
  return tokens;
}
