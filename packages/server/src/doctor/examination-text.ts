import type { Finding } from './finding.ts';

const symbols: Readonly<Record<Finding['level'], string>> = {
  fine: '✓ fine   ',
  warning: '! warning',
  wrong: '✗ wrong  ',
};

/** For people at a terminal: a line for each finding, what to do below it, and a sum at the end. */
export function examinationText({ findings }: { readonly findings: readonly Finding[] }): string {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(symbols.fine.length + width + 4);
  const lines = findings.flatMap(({ level, check, found, mend }) => [
    `${symbols[level]}  ${check.padEnd(width)}  ${onOneLevel(found, indent)}`,
    ...(mend === null ? [] : [`${indent}→ ${onOneLevel(mend, `${indent}  `)}`]),
  ]);
  return `${lines.join('\n')}\n\n${sumOf(findings)}\n`;
}

/** What was found may come from elsewhere: nothing in it moves the cursor of a terminal. */
function onOneLevel(text: string, indent: string): string {
  return text
    .split('\n')
    .map(line => line.replace(/[\p{Cc}\p{Cf}]/gu, '�'))
    .join(`\n${indent}`);
}

function sumOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level']) => findings.filter(each => each.level === level).length;
  const [wrong, warnings] = [count('wrong'), count('warning')];
  if (wrong + warnings === 0) return 'No problems found.';
  const parts = [
    ...(wrong === 0 ? [] : [`${wrong} to fix`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
  ];
  return `${parts.join(', ')}.`;
}
