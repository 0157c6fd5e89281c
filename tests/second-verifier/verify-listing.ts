import { demand, type Json, type JsonObject, list, text } from './canonical-text.ts';

/** Everyone who decided was listed when they decided: from the beginning, or since they joined the stage. */
export function checkListing(
  request: JsonObject,
  chain: JsonObject,
  entries: readonly JsonObject[],
): void {
  const stages = list(chain['stages']) as readonly JsonObject[];
  const isEscalating = stages.some(stage => Object.hasOwn(stage, 'escalation'));
  demand(Object.hasOwn(request, 'asked_since') === isEscalating, 'no beginning of the case');
  const since = text(request['asked_since'] ?? request['requested_at']);
  demand(since <= text(request['requested_at']), 'a case that began after its request');
  const isFirst = request['round'] === 1 && !Object.hasOwn(request, 'amends');
  demand(!isFirst || since === request['requested_at'], 'a case that began before its request');
  for (const entry of entries) {
    const stage = stages[Number(entry['stage_index'])];
    demand(stage !== undefined, 'a decision of no stage');
    const at = Date.parse(text(entry['decided_at']));
    const steps = list(stage['escalation'] ?? []) as readonly JsonObject[];
    const joined = steps.filter(
      step => Date.parse(since) + Number(step['after_seconds']) * 1000 <= at,
    );
    const isListed = [stage, ...joined].some(each => lists(each, entry));
    demand(isListed, 'an approver whom the stage did not list then');
  }
}

function lists({ approvers }: JsonObject, entry: JsonObject): boolean {
  const { identities, roles } = approvers as JsonObject;
  if (list(identities).includes(entry['approver_identity'] as Json)) return true;
  const held = list(entry['approver_roles']);
  return entry['approver_kind'] === 'human' && list(roles).some(role => held.includes(role));
}
