// The author of allowances: sees what was asked and what people answered, and nothing else. It signs the narrowest templates
// that cover what was approved often, as the form offers them.

import type { AllowanceChoice, TemplateLine } from '@countersign/protocol/allowance';

/** Something that was asked, and how a person answered. */
export interface Answered {
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly approved: boolean;
}

interface Authored {
  /** The request that the allowance starts from. */
  readonly from: string;
  readonly choice: AllowanceChoice;
}

/** What the policy permits, as each request says it. */
interface Limits {
  readonly any: readonly string[];
  readonly real_paths: readonly string[];
  readonly lifetime_max_seconds: number;
}

/** Fewer actions of one kind do not justify a signature. */
const worthMin = 6;
const listMax = 6;

export function authorAllowances(seen: readonly Answered[], limits: Limits): Authored[] {
  const approved = seen.filter(each => each.approved);
  const kinds = groupsBy(approved, ({ agent, tool, parameters }) => [
    agent,
    tool,
    Object.keys(parameters).toSorted(),
  ]);
  return kinds.flatMap(rows => ofKind(rows, limits));
}

/**
 * One template for rows of one kind. Two lists in one template would cover pairs that no one approved, such as one payee with the
 * account of another, so the rows are taken apart by the first list.
 */
function ofKind(rows: readonly Answered[], limits: Limits): Authored[] {
  const [first] = rows;
  if (first === undefined || rows.length < worthMin) return [];
  const lines = Object.keys(first.parameters).map(name => lineOf(name, rows, limits));
  const lists = lines.filter(line => line !== null && 'one_of' in line);
  if (lists.length > 1) {
    const name = lists[0]?.path.slice(1) ?? '';
    const parts = groupsBy(rows, ({ parameters }) => parameters[name]);
    return parts.flatMap(part => ofKind(part, limits));
  }
  const template = lines.filter(line => line !== null);
  if (template.length < lines.length) return [];
  const sum = rows.reduce((total, { parameters }) => total + Number(parameters['amount'] ?? 0), 0);
  const hasMoney = 'amount' in first.parameters && 'currency' in first.parameters;
  return [
    {
      from: first.id,
      choice: {
        template,
        uses: rows.length * 2,
        lifetime_seconds: limits.lifetime_max_seconds,
        budget: hasMoney
          ? { path: '/amount', total: (sum * 2).toFixed(2), currency: '/currency' }
          : null,
        rate: null,
        repeat: false,
      },
    },
  ];
}

function groupsBy(
  rows: readonly Answered[],
  keyOf: (row: Answered) => unknown,
): (readonly Answered[])[] {
  const groups = new Map<string, Answered[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** The tightest line that covers every row; null where there is none that the policy permits. */
function lineOf(name: string, rows: readonly Answered[], limits: Limits): TemplateLine | null {
  const path = `/${name}`;
  const values = rows.map(({ parameters }) => parameters[name]);
  const distinct = [...new Set(values.map(value => JSON.stringify(value)))];
  const [only] = values;
  if (distinct.length === 1) return { path, equals: only as never };
  if (limits.any.includes(path)) return { path, any: true };
  if (values.every(value => typeof value === 'number')) {
    return { path, at_least: Math.min(...values), at_most: Math.max(...values) };
  }
  if (!values.every(value => typeof value === 'string')) return null;
  if (limits.real_paths.includes(path)) {
    return { path, under: { kind: 'path', base: sharedFolder(values) } };
  }
  return distinct.length <= listMax ? { path, one_of: [...new Set(values)] } : null;
}

function sharedFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(path => path.split('/').slice(0, -1));
  const segments = Array.isArray(first) ? first : [];
  const shared = segments.findIndex((segment, at) => others.some(other => other[at] !== segment));
  return segments.slice(0, shared === -1 ? undefined : shared).join('/');
}
