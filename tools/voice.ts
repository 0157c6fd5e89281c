// Words that make readers stumble, and what to write instead. CONTRIBUTING.md has the rules of voice; this file only
// stops the phrases that came back again and again.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, parseSource, placeOf } from './syntax.ts';
import { isCode, isTable } from './tidiness.ts';

interface Phrase {
  readonly pattern: RegExp;
  readonly write: string;
}

const phrases: readonly Phrase[] = [
  { pattern: /\bwho(m)?ever\b/i, write: 'anyone, or the person or program that acts' },
  { pattern: /\bsomebody\b/i, write: 'a person, or the role that acts' },
  { pattern: /\b(nobody|anybody|everybody)\b/i, write: 'no one, anyone, everyone or the role' },
  { pattern: /\bput(s|ting)? back\b/i, write: 'restore, or queue again' },
  { pattern: /\bfor ever\b/i, write: 'permanently' },
  { pattern: /\bso-manieth\b/i, write: 'the number itself' },
  { pattern: /\bof another kind\b/i, write: 'what was expected and what was found' },
  { pattern: /\b(taken|takes?|taking) back\b/i, write: 'revoke' },
  { pattern: /\bwhat (became|came|becomes) of\b/i, write: 'the outcome of' },
];

/** Sentences that people or models read in a file of code: literals and the text of elements, never comments. */
export function checkVoiceOfCode(file: RepositoryFile): string[] {
  const findings: string[] = [];
  for (const node of everyNode(parseSource(file))) {
    if (!isWords(node)) continue;
    const text = node.text.replace(/\s+/g, ' ');
    // One word alone is a name or an id, such as the kind of a caller.
    if (!text.trim().includes(' ')) continue;
    findings.push(...checkWords(placeOf(node), text));
  }
  return findings;
}

type Words = ts.StringLiteral | ts.TemplateLiteralLikeNode | ts.JsxText;

function isWords(node: ts.Node): node is Words {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}

/** Files that are read as they are, such as starter policies and generated tables. */
export function checkVoiceOfText({ path, text }: RepositoryFile): string[] {
  return text.split('\n').flatMap((line, index) => checkWords(`${path}:${index + 1}`, line));
}

function checkWords(place: string, text: string): string[] {
  return phrases.flatMap(({ pattern, write }) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${place} says "${found}"; write ${write}`];
  });
}

/** Word lists of the risk reader: they hold what agents write, not what we write. */
const agentWords = /^packages\/risk\/src\/(intent\/|action\/recipients\.ts$)/;

export function isVoiceCode(path: string): boolean {
  const isOurs = /^packages\/[^/]+\/src\//.test(path) || /^tools\/[^/]+\.mjs$/.test(path);
  const isForTests = /\.test\.tsx?$|\/testing\//.test(path) || isTable(path);
  return isOurs && isCode(path) && !isForTests && !agentWords.test(path);
}

export function isVoiceText(path: string): boolean {
  return (
    /^packages\/policy\/starters\/.*\.yaml$/.test(path) ||
    ['docs/cli.md', 'docs/errors.md', 'docs/events.md'].includes(path)
  );
}
