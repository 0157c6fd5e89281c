import { asvsProofs } from './asvs-proofs.ts';
import { asvsFirst } from './asvs-table-1.ts';
import { aisvsAgentic, asvsSecond } from './asvs-table-2.ts';

/**
 * `test`: a named test shows it. `met`: configuration, documents or the way of building meet it. `none`: it does not
 * apply, for the reason given. `gap`: it is not met, and the words say what is missing.
 */
const answerKinds = ['test', 'met', 'none', 'gap'] as const;

export interface AsvsAnswer {
  readonly ids: readonly string[];
  readonly kind: (typeof answerKinds)[number];
  readonly proof: readonly [file: string, test: string] | null;
  readonly words: string;
}

export const asvsAnswers: readonly AsvsAnswer[] = readTable(`${asvsFirst}${asvsSecond}`);
export const aisvsAnswers: readonly AsvsAnswer[] = readTable(aisvsAgentic);

function readTable(table: string): AsvsAnswer[] {
  return table
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [ids = '', kind = '', proof = '', words = ''] = line.split(' | ');
      const known = answerKinds.find(each => each === kind);
      if (known === undefined || words === '') throw new Error(`expected four columns: ${line}`);
      const named = proof === '-' ? null : asvsProofs[proof];
      if (named === undefined || (known === 'test') !== (named !== null)) {
        throw new Error(`expected the name of a test exactly where the kind is test: ${line}`);
      }
      return { ids: ids.split(', '), kind: known, proof: named, words };
    });
}

const kindWords: Readonly<Record<AsvsAnswer['kind'], string>> = {
  test: 'tested',
  met: 'met',
  none: 'does not apply',
  gap: '**not met**',
};

/** The page docs/asvs.md. */
export function asvsPage(): string {
  return [
    '# OWASP ASVS 5.0 and AISVS C9',
    '',
    'This page answers each requirement of levels 1 and 2, by id and in our own words. The texts of the requirements are at',
    'OWASP. _tested_ names a test. _met_ means that configuration, documents or the way of building meet it, without a test of',
    'its own. _not met_ says what is missing. `tools/asvs` has the table, from which this page is generated. No one outside',
    'the project has audited it.',
    '',
    countLine(),
    '',
    '## ASVS 5.0, levels 1 and 2',
    '',
    ...tableLines(asvsAnswers),
    '',
    '## AISVS 1.0, chapter C9, levels 1 and 2',
    '',
    ...tableLines(aisvsAnswers),
    '',
  ].join('\n');
}

function countLine(): string {
  const all = [...asvsAnswers, ...aisvsAnswers];
  const counts = answerKinds.map(kind => {
    const ids = all.filter(each => each.kind === kind).flatMap(each => each.ids);
    return `${ids.length} ${kindWords[kind].replaceAll('*', '')}`;
  });
  return `Requirements: ${counts.join(', ')}.`;
}

function tableLines(answers: readonly AsvsAnswer[]): string[] {
  const rows = answers.map(({ ids, kind, proof, words }) => {
    const test = proof === null ? '' : ` \`${proof[0]}\``;
    return `| ${ids.join(' ')} | ${kindWords[kind]} | ${words}${test} |`;
  });
  return ['| requirement | answer | how |', '| --- | --- | --- |', ...rows];
}
