import type { Separation } from '@countersign/protocol/chain';
import { ProtocolError } from '@countersign/protocol/reason';
import { Route } from '@countersign/protocol/request';
import { atLeastRisk, type RiskLevel } from '@countersign/protocol/value';

/** The document's three places, in its words and in shorter ones. */
const kinds = {
  'same conversation': 'same_conversation',
  same_conversation: 'same_conversation',
  'same channel': 'same_conversation',
  inline: 'same_conversation',
  'admin channel': 'admin_channel',
  admin_channel: 'admin_channel',
  admin: 'admin_channel',
  webhook: 'webhook',
} as const satisfies Record<string, Route['kind']>;

const words = {
  same_conversation: 'same conversation',
  admin_channel: 'admin channel',
  webhook: 'webhook',
} as const satisfies Record<Route['kind'], string>;

export function fromFlowRoute(place: string, name: string | null = null): Route {
  const word = place.trim().toLowerCase();
  if (!Object.hasOwn(kinds, word)) {
    throw new ProtocolError(
      'options_malformed',
      '/route',
      'expected same conversation, admin channel or webhook',
    );
  }
  return Route.parse({ kind: kinds[word as keyof typeof kinds], name });
}

export function toFlowRoute({ kind }: Route): string {
  return words[kind];
}

/**
 * Only in the same conversation may the person who is asked be the one for whom the action is done. Elsewhere another
 * person is asked.
 */
export function separationFor({ kind }: Route): Separation {
  return kind === 'same_conversation' ? 'self_confirm' : 'other_person';
}

/** One line of a routing configuration. It holds where all that it states is true; it states at least one thing. */
export interface RoutingRule {
  readonly actionClass?: string;
  /** The least level of risk that it is for. */
  readonly risk?: RiskLevel;
  readonly route: Route;
}

const strictness: readonly Route['kind'][] = ['same_conversation', 'webhook', 'admin_channel'];

/** Where a request is asked: the strictest place that any rule names, and the admin channel where none does. */
export function routeFor(
  rules: readonly RoutingRule[],
  { actionClass, risk }: { readonly actionClass: string; readonly risk: RiskLevel },
): Route {
  const holding = rules.filter(
    rule =>
      (rule.actionClass !== undefined || rule.risk !== undefined) &&
      (rule.actionClass === undefined || rule.actionClass === actionClass) &&
      (rule.risk === undefined || atLeastRisk(risk, rule.risk)),
  );
  return (
    holding
      .map(({ route }) => route)
      .reduce<Route | null>(
        (strictest, route) =>
          strictest === null || strictness.indexOf(route.kind) > strictness.indexOf(strictest.kind)
            ? route
            : strictest,
        null,
      ) ?? { kind: 'admin_channel', name: null }
  );
}
