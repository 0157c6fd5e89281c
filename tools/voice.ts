// Words that make readers stumble, and what to write instead. CONTRIBUTING.md has the rules of voice; this file only
// stops the phrases that came back again and again.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, findComments, findTestTitles, parseSource, placeOf } from './syntax.ts';
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
  {
    pattern: /\bwhat(ever)? (can )?(became|came|become|becomes|comes) of\b/i,
    write: 'the outcome of',
  },
];

/** Sentences that people or models read in a file of code: literals and the text of elements, never comments. */
export function checkVoiceOfCode(file: RepositoryFile): string[] {
  if (!mayStumble(file)) return [];
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

/** The names of tests, also where the other texts of the file are what agents write. */
export function checkVoiceOfTitles(file: RepositoryFile): string[] {
  if (!mayStumble(file)) return [];
  const titles = findTestTitles(parseSource(file));
  return titles.flatMap(({ node, text }) => checkWords(placeOf(node), text));
}

/** Comments. Those of the risk reader quote what agents write. */
export function checkVoiceOfComments(file: RepositoryFile): string[] {
  if (!mayStumble(file)) return [];
  return findComments(parseSource(file)).flatMap(({ line, text }) => {
    const words = text.replace(/\s+/g, ' ');
    const ours = quotesAgents.test(file.path) ? words.replace(/"[^"]*"/g, '""') : words;
    return checkWords(`${file.path}:${line}`, ours);
  });
}

/** Reading a file as a tree takes time, and few files have any of these words. */
function mayStumble({ text }: RepositoryFile): boolean {
  return checkWords('', text.replace(/[\s/*]+/g, ' ')).length > 0;
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

/** Files that are read as they are: documents, starter policies, generated tables, SQL and other languages. */
export function checkVoiceOfText({ path, text }: RepositoryFile): string[] {
  return text.split('\n').flatMap((line, index, lines) => {
    // A phrase may go on in the next line.
    const words = `${line} ${(lines[index + 1] ?? '').trim()}`;
    return isQuoted(path, line) ? [] : checkWords(`${path}:${index + 1}`, words, line.length);
  });
}

/** The page on voice shows what not to write. A store keeps the text of a statement, and with it an inner comment. */
function isQuoted(path: string, line: string): boolean {
  if (path === 'CONTRIBUTING.md') return /^\||_\w/.test(line);
  return path.endsWith('.sql') && !line.startsWith('--');
}

/** A phrase counts where it begins before `end`. */
function checkWords(place: string, text: string, end = text.length): string[] {
  return phrases.flatMap(({ pattern, write }) => {
    const found = pattern.exec(text);
    const isHere = found !== null && found.index < end;
    return isHere ? [`${place} says "${found[0]}"; write ${write}`] : [];
  });
}

const quotesAgents = /^packages\/risk\/src\//;
/** What agents write, and not we: word lists of the risk reader, the rows of its tests, and attacks. */
const agentWords =
  /^packages\/risk\/src\/(intent\/|action\/recipients\.ts$|.*\.test\.ts$|(.*\/)?testing\/)|^tests\/attacks\/[^/]+\.table\.ts$/;
/** Its planted violations are sentences. */
const plants = 'tools/tidy.test.ts';

/** Code whose texts are sentences of ours. */
export function isVoiceCode(path: string): boolean {
  return isCode(path) && !isTable(path) && !agentWords.test(path) && path !== plants;
}

export function isVoiceText(path: string): boolean {
  return /\.(md|sql|py|sh|ya?ml)$|^packages\/[^/]+\/package\.json$/.test(path);
}
