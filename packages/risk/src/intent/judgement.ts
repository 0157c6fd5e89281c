import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { EffectObject } from './effect-object.ts';
import type { EffectVerb } from './effect-verbs.ts';
import type { NounGroup } from './nouns.ts';

/** What an effect amounts to. */
export interface Judgement {
  /** `plain`: no question is needed. `risky`: ask. `open`: not known; ask only where the agent itself asks. */
  readonly weight: 'plain' | 'open' | 'risky';
  readonly level: RiskLevel;
  readonly action_type: ActionType;
  readonly type: string | null;
}

export const recordsMax = 100;
export const amountMax = 1000;
export const refundMax = 100;

/** No question is needed. */
export const plain: Judgement = {
  weight: 'plain',
  level: 'low',
  action_type: 'unknown',
  type: null,
};
export const unknownAct: Judgement = {
  weight: 'open',
  level: 'medium',
  action_type: 'unknown',
  type: null,
};

export function risky(
  action_type: ActionType,
  type: string | null,
  level: RiskLevel = 'high',
): Judgement {
  return { weight: 'risky', level, action_type, type };
}

export function open(action_type: ActionType, type: string | null): Judgement {
  return { weight: 'open', level: 'medium', action_type, type };
}

export function many({ records, unbounded, head }: EffectObject): boolean {
  return (
    (records !== null && records > recordsMax) ||
    (unbounded && head !== null && head.group !== 'minor')
  );
}

export function batchOr({ records, phrase, head }: EffectObject): ActionType {
  const unbounded = phrase.some(word =>
    /^(?:all|every|everything|everyone|each|whatever|any|anything)$/.test(word),
  );
  if (records === 1) return 'delete';
  const holds = /^(?:calendar|messages|mailbox|queue|inbox|logs|spreadsheet)$/.test(
    head?.type ?? '',
  );
  if (holds && phrase.some(word => word === 'whole' || word === 'entire')) return 'batch_delete';
  if (head?.type === 'data' || (records === null && phrase.includes('weights'))) return 'delete';
  return (records !== null && records > 1) || head?.plural === true || unbounded
    ? 'batch_delete'
    : 'delete';
}

export function levelByCount({ records }: EffectObject): RiskLevel {
  return records !== null && records > recordsMax ? 'critical' : 'high';
}

export function typeOf({ head, nouns, words }: EffectObject): string | null {
  if (words.has('user') && words.has('accounts')) return 'user_accounts';
  return head?.type ?? nouns[0]?.type ?? null;
}

export function moneyType(object: EffectObject): string | null {
  return object.words.has('customers') || object.words.has('subscribers')
    ? 'subscriptions'
    : (object.nouns.find(noun => noun.group === 'money')?.type ?? null);
}

/** Outside production a deployment or restart is routine; unsaid, it is taken for production. */
export function isSandbox({ environment, words }: EffectObject): boolean {
  const own = [
    'machine',
    'branch',
    'box',
    'workstation',
    'computer',
    'fork',
    'checkout',
    'desktop',
    'container',
    'env',
    'laptop',
    'terminal',
    'editor',
    'venv',
  ];
  return (
    environment === 'sandbox' ||
    words.has('dev') ||
    (words.has('my') && environment !== 'production' && own.some(word => words.has(word)))
  );
}

export const precious: readonly NounGroup[] = [
  'data',
  'structure',
  'code_store',
  'infra',
  'security',
  'secret',
  'personal',
  'setting',
  'audience',
  'gate',
  'money',
];

export type JudgedVerb = Pick<EffectVerb, 'verb' | 'strong' | 'particle'>;
