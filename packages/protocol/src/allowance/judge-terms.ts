import type { JsonObject } from '../json/json-value.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Refusal, type Result } from '../reason/refusal.ts';
import { isSealed } from '../sealed/sealed-value.ts';
import {
  type AllowanceChoice,
  type AllowanceLimits,
  type TemplateLine,
  usesMax,
} from './allowance-terms.ts';
import { amountOf, exactUnits } from './exact-decimal.ts';
import { findUncovered, meets, valueAt } from './match-template.ts';
import { isNormal } from './normal-text.ts';

/** What a choice is judged against: the action that it starts from, and what the policy permits. */
export interface ChoiceGround {
  readonly parameters: JsonObject;
  readonly limits: AllowanceLimits;
}

/**
 * Whether a template and its limits can be the terms of an allowance. Each fault has its own code, so that a person
 * learns which line is wrong and why. A choice that passes covers the action that it starts from.
 */
export function judgeChoice(choice: AllowanceChoice, ground: ChoiceGround): Result<null> {
  for (const find of findFaults) {
    const refusal = find(choice, ground);
    if (refusal !== null) return { ok: false, refusal };
  }
  return accept(null);
}

type FindFault = (choice: AllowanceChoice, ground: ChoiceGround) => Refusal | null;

const findFaults: readonly FindFault[] = [
  findRepeatedPath,
  findOverlap,
  findMissingPath,
  findLineFault,
  findUncoveredMember,
  findLimitFault,
  findBudgetFault,
];

function findRepeatedPath({ template }: AllowanceChoice): Refusal | null {
  const seen = new Set<string>();
  for (const { path } of template) {
    if (seen.has(path)) return no('allowance_path_repeated', `${path} has two lines`);
    seen.add(path);
  }
  const forms = new Map<string, string>();
  for (const path of seen) {
    const twin = forms.get(lookOf(path));
    if (twin !== undefined) return no('allowance_values_alike', `${path} looks like another path`);
    forms.set(lookOf(path), path);
  }
  return null;
}

function findOverlap({ template }: AllowanceChoice): Refusal | null {
  const sorted = template.map(({ path }) => path);
  const all = new Set(sorted);
  for (const path of sorted) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const outer = path.slice(0, end);
      if (all.has(outer)) return no('allowance_paths_overlap', `${path} is inside ${outer}`);
    }
  }
  return null;
}

function findMissingPath(
  { template, budget }: AllowanceChoice,
  { parameters }: ChoiceGround,
): Refusal | null {
  const paths = [
    ...template.map(({ path }) => path),
    ...(budget === null ? [] : [budget.path, budget.currency]),
  ];
  const missing = paths.find(path => valueAt(parameters, path) === undefined);
  return missing === undefined
    ? null
    : no('allowance_path_missing', `the action has no member at ${missing}`);
}

function findLineFault({ template }: AllowanceChoice, ground: ChoiceGround): Refusal | null {
  for (const line of template) {
    const fault = judgeLine(line, ground);
    if (fault !== null) return fault;
  }
  return null;
}

function judgeLine(line: TemplateLine, { parameters, limits }: ChoiceGround): Refusal | null {
  const { path } = line;
  const value = valueAt(parameters, path) ?? null;
  if ('any' in line) {
    return limits.any.includes(path)
      ? null
      : no('allowance_any_not_permitted', `the policy does not permit any value at ${path}`);
  }
  if (isSealed(value)) return no('allowance_value_sealed', `the value at ${path} is sealed`);
  if ('one_of' in line) return judgeOneOf(line);
  if ('under' in line) return judgeUnder(line, limits, value);
  if (!('equals' in line)) return judgeRange(line, value);
  return meets(line, value) ? null : no('allowance_line_not_met', notMet(path));
}

function judgeOneOf({ path, one_of }: Extract<TemplateLine, { one_of: unknown }>): Refusal | null {
  if (new Set(one_of).size !== one_of.length) {
    return no('allowance_path_repeated', `${path} lists a value twice`);
  }
  if (new Set(one_of.map(each => typeof each)).size > 1) {
    return no('allowance_types_mixed', `${path} lists values of several types`);
  }
  const looks = one_of.map(each => lookOf(String(each)));
  return new Set(looks).size === looks.length
    ? null
    : no('allowance_values_alike', `${path} lists values that look alike`);
}

function judgeUnder(
  { path, under }: Extract<TemplateLine, { under: unknown }>,
  { real_paths }: AllowanceLimits,
  value: unknown,
): Refusal | null {
  if (under.kind === 'path' && !real_paths.includes(path)) {
    return no('allowance_path_not_real', `the policy does not say that ${path} is a real path`);
  }
  if (typeof value !== 'string') return no('allowance_types_mixed', `${path} holds no text`);
  return isNormal(under.kind, under.base)
    ? null
    : no('allowance_text_not_normal', `the base at ${path} is not in its normal form`);
}

function judgeRange(
  { path, at_least, at_most }: Extract<TemplateLine, { at_most?: unknown; at_least?: unknown }>,
  value: unknown,
): Refusal | null {
  if (typeof value !== 'number') {
    return no('allowance_number_expected', `${path} holds no number`);
  }
  const isOpen = at_least === undefined && at_most === undefined;
  return isOpen || (at_least ?? -Infinity) > (at_most ?? Infinity)
    ? no('allowance_range_impossible', `no number is in the range at ${path}`)
    : null;
}

function findUncoveredMember(
  { template }: AllowanceChoice,
  { parameters }: ChoiceGround,
): Refusal | null {
  const uncovered = findUncovered(template, parameters);
  if (uncovered === null) return null;
  return uncovered.why === 'unknown'
    ? no('allowance_member_uncovered', `no line covers ${uncovered.path}`)
    : no('allowance_line_not_met', notMet(uncovered.path));
}

function findLimitFault(
  { uses, lifetime_seconds, rate }: AllowanceChoice,
  { limits }: ChoiceGround,
): Refusal | null {
  if (uses > usesMax) {
    return no('allowance_limit_too_high', `expected at most ${usesMax} uses`);
  }
  if (lifetime_seconds > limits.lifetime_max_seconds) {
    const most = limits.lifetime_max_seconds;
    return no('allowance_limit_too_high', `expected a life of at most ${most} seconds`);
  }
  return rate !== null && rate.uses > usesMax
    ? no('allowance_limit_too_high', `expected a rate of at most ${usesMax} uses`)
    : null;
}

/** A budget needs an amount that the template bounds, and one currency that it pins (AL-10). */
function findBudgetFault(
  { template, budget }: AllowanceChoice,
  { parameters }: ChoiceGround,
): Refusal | null {
  if (budget === null) return null;
  const fault = (detail: string) => no('allowance_budget_unsound', detail);
  const lineAt = (path: string) => template.find(line => line.path === path);
  const amount = lineAt(budget.path);
  const isBounded =
    amount !== undefined &&
    (('at_most' in amount && amount.at_most !== undefined) ||
      ('equals' in amount && typeof amount.equals === 'number') ||
      'one_of' in amount);
  if (!isBounded) return fault(`the amount at ${budget.path} has no upper bound`);
  const currency = lineAt(budget.currency);
  const isPinned =
    currency !== undefined && 'equals' in currency && typeof currency.equals === 'string';
  if (!isPinned) return fault(`the currency at ${budget.currency} is not pinned to one text`);
  const first = amountOf(valueAt(parameters, budget.path));
  if (first === null) return fault(`the amount at ${budget.path} is no exact number above zero`);
  const total = exactUnits(budget.total) ?? 0n;
  return total < first ? fault('the budget does not cover the action that it starts from') : null;
}

/** What a text looks like to a person, so that two texts which look alike are found. */
function lookOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{Cc}\p{Cf}\p{Z}\p{M}]/gu, '')
    .replace(/[\u0430-\u045f\u03b1-\u03c9\u0131\u0261]/gu, letter => lookalikes[letter] ?? letter);
}

/** Letters of other scripts that look like a Latin one. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  τ: 't',
  υ: 'u',
  ı: 'i',
  ɡ: 'g',
};

function notMet(path: string): string {
  return `the line at ${path} does not cover the action that it starts from`;
}

function no(code: ReasonCode, detail: string): Refusal {
  return { code, detail };
}
