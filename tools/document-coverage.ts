// Ties the documents that the product implements to its tests. docs/coverage/NNN.md has one table; a row is
// `| D2-7 | what is demanded | AB-1, SU-1 | `tests/x.test.ts` | `packages/…/y.ts` |`. A test carries the id in its
// title, such as `[D2-7] an expired request never runs`.

import { isTestFile } from './boundaries.ts';
import type { RepositoryFile } from './repository.ts';
import { findTestTitles, parseSource } from './syntax.ts';

const idForm = /^D[0-4]-\d+$/;
const idsInTitle = /\[(D[0-4]-\d+(?:, ?D[0-4]-\d+)*)\]/g;
const ruleForm = /^[A-Z]{2}-\d+$/;

interface Demand {
  readonly id: string;
  readonly place: string;
  readonly rules: readonly string[];
  readonly tests: readonly string[];
  readonly files: readonly string[];
}

interface DemandsRead {
  readonly demands: readonly Demand[];
  readonly findings: readonly string[];
}

export function readDemands({ path, text }: RepositoryFile): DemandsRead {
  const demands: Demand[] = [];
  const findings: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!/^\|\s*D\d/.test(line)) continue;
    const place = `${path}:${index + 1}`;
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim());
    const [id = '', demand = '', rules = '', tests = '', files = ''] = cells;
    if (cells.length !== 5 || !idForm.test(id) || demand === '') {
      findings.push(`${place} is not of the form "| D2-7 | demand | rules | test | file |"`);
      continue;
    }
    demands.push({
      id,
      place,
      rules: rules === '—' ? [] : rules.split(/, ?/),
      tests: pathsIn(tests),
      files: pathsIn(files),
    });
  }
  return { demands, findings };
}

interface CoverageWorld {
  readonly rules: readonly string[];
  /** Which demands the titles of each test file carry. */
  readonly carried: ReadonlyMap<string, ReadonlySet<string>>;
  exists(path: string): boolean;
}

/** Every link of every row must lead somewhere, and every id that a test carries must have its row. */
export function compareDemands(demands: readonly Demand[], world: CoverageWorld): string[] {
  const ids = demands.map(({ id }) => id);
  const known = new Set(ids);
  const rules = new Set(world.rules);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id} stands twice`),
    ...demands.flatMap(({ id, place, ...row }) => [
      ...(row.tests.length === 0 ? [`${place} names no test for ${id}`] : []),
      ...(row.files.length === 0 ? [`${place} names no file that fulfils ${id}`] : []),
      ...row.rules
        .filter(rule => !ruleForm.test(rule) || !rules.has(rule))
        .map(rule => `${place} names ${rule}, which docs/protocol.md does not have`),
      ...row.files.filter(file => !world.exists(file)).map(file => `${place}: no file ${file}`),
      ...row.tests
        .filter(test => world.carried.get(test)?.has(id) !== true)
        .map(test => `${place}: no running test in ${test} carries [${id}]`),
    ]),
    ...[...world.carried].flatMap(([test, carried]) =>
      [...carried]
        .filter(id => !known.has(id))
        .map(id => `${test} carries ${id}, which has no row`),
    ),
  ];
}

export function demandsCarried(
  files: readonly RepositoryFile[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    files
      .filter(({ path }) => isTestFile(path))
      .map(file => [
        file.path,
        new Set(
          findTestTitles(parseSource(file))
            .filter(title => !title.isOff)
            .flatMap(({ text }) =>
              [...text.matchAll(idsInTitle)].flatMap(([, ids = '']) => ids.split(/, ?/)),
            ),
        ),
      ]),
  );
}

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}
