// Ties docs/protocol.md to the tests. A rule is a line such as `- **AB-1** Nothing runs without …`; a test
// claims rules by their ids in its title, such as `[AB-1] a denied request does not run`, or `[AB-2, AB-3] …`.

import { isTestFile } from './boundaries.ts';
import type { RepositoryFile } from './repository.ts';
import { findTestTitles, parseSource, placeOf } from './syntax.ts';

const ruleLine = /^- \*\*([A-Z]{2}-\d+)\*\* \S/;
const looksLikeRule = /^\s*[-*] +\W*[A-Z]{2}-\d+\b/;
const idsInTitle = /\[([A-Z]{2}-\d+(?:, ?[A-Z]{2}-\d+)*)\]/g;

interface Claim {
  readonly rule: string;
  readonly place: string;
}

interface RulesRead {
  readonly rules: readonly string[];
  readonly findings: readonly string[];
}

export function readRules({ path, text }: RepositoryFile): RulesRead {
  const rules: string[] = [];
  const findings: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${path}:${index + 1}`;
    const rule = ruleLine.exec(line)?.[1];
    if (rule === undefined) {
      if (looksLikeRule.test(line)) findings.push(`${place} is not of the form "- **AB-1** text"`);
    } else if (rules.includes(rule)) findings.push(`${place} gives ${rule} a second time`);
    else rules.push(rule);
    if ((line.match(/\*\*[A-Z]{2}-\d+\*\*/g) ?? []).length > 1) {
      findings.push(`${place} holds more than one rule; give each its own line`);
    }
  }
  return { rules, findings };
}

export function readClaims(files: readonly RepositoryFile[]): Claim[] {
  return files
    .filter(({ path }) => isTestFile(path))
    .flatMap(file => findTestTitles(parseSource(file)))
    .filter(title => !title.isOff)
    .flatMap(({ node, text }) =>
      [...text.matchAll(idsInTitle)]
        .flatMap(([, ids = '']) => ids.split(/, ?/))
        .map(rule => ({ rule, place: placeOf(node) })),
    );
}

/** The three lists must fit together exactly; anything else is a finding. */
export function compareRules(
  rules: readonly string[],
  claims: readonly Claim[],
  notYetClaimed: readonly string[],
): string[] {
  const known = new Set(rules);
  const claimed = new Set(claims.map(({ rule }) => rule));
  const waiting = new Set(notYetClaimed);
  const list = 'tools/rules-not-yet-claimed.ts';
  return [
    ...rules
      .filter(rule => !claimed.has(rule) && !waiting.has(rule))
      .map(rule => `${rule} has no test that names it`),
    ...claims
      .filter(({ rule }) => !known.has(rule))
      .map(({ rule, place }) => `${place} claims ${rule}, which docs/protocol.md does not have`),
    ...notYetClaimed
      .filter(rule => claimed.has(rule))
      .map(rule => `${rule} has a test now: take it off ${list}`),
    ...notYetClaimed
      .filter(rule => !known.has(rule))
      .map(rule => `${list} lists ${rule}, which docs/protocol.md does not have`),
    ...notYetClaimed
      .filter((rule, index) => notYetClaimed.indexOf(rule) !== index)
      .map(rule => `${list} lists ${rule} twice`),
  ];
}

/** Versions of the list from new to old: a newer one may not hold what the one before it did not. */
export function findGrowth(
  versions: readonly { name: string; rules: readonly string[] }[],
): string[] {
  return versions.flatMap(({ name, rules }, index) => {
    const before = versions[index + 1];
    if (before === undefined) return [];
    return rules
      .filter(rule => !before.rules.includes(rule))
      .map(rule => `${name} added ${rule} to the list, which may only shrink: write the test`);
  });
}

/** Two tests of one name cannot be told apart in a report. */
export function findRepeatedTitles(file: RepositoryFile): string[] {
  const seen = new Set<string>();
  return findTestTitles(parseSource(file))
    .filter(title => !title.isGroup)
    .filter(({ text }) => seen.size === seen.add(text).size)
    .map(({ node, text }) => `${placeOf(node)} repeats the title "${text}"`);
}
