import type { ActionType } from '../action-type.ts';
import { type CallFacts, says } from './call-facts.ts';
import { isPassive } from './effects.ts';

/** What kind of action a call is; null where it only looks. */
export function typeOf(facts: CallFacts): ActionType | null {
  if (isPassive(facts.effect) || facts.rehearsed) return null;
  return typeRules.find(([, fits]) => fits(facts))?.[0] ?? 'unknown';
}

/** The first that fits names the type of an action. */
const typeRules: readonly (readonly [ActionType, (facts: CallFacts) => boolean])[] = [
  ['payment', ({ effect }) => /^(?:pay|charge|refund)$/u.test(effect)],
  ['batch_delete', ({ effect, reach }) => effect === 'delete' && reachesMore(reach, 1)],
  ['delete', ({ effect }) => effect === 'delete'],
  ['deployment', ({ effect }) => effect === 'deploy'],
  [
    'permission_change',
    ({ effect, domains }) => domains.has('rights') || /^(?:grant|weaken|approve)$/u.test(effect),
  ],
  ['data_export', ({ effect }) => effect === 'export'],
  [
    'bulk_message',
    facts => isMessage(facts) && reachesMore(facts.reach, facts.settings.recipients_max),
  ],
  ['message', isMessage],
  ['config_change', ({ domains }) => domains.has('config')],
  ['infra_change', ({ domains }) => domains.has('infra')],
  [
    'overwrite',
    facts => facts.domains.has('files') && says(facts, 'write', 'overwrite', 'put', 'replace'),
  ],
];

function isMessage({ effect, domains }: CallFacts): boolean {
  return effect === 'send' || domains.has('message');
}

function reachesMore({ unbounded, open, count }: CallFacts['reach'], most: number): boolean {
  return unbounded || open || (count ?? 1) > most;
}
