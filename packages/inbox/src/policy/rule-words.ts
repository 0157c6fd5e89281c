import type { PolicyFacts, PolicyRule } from '@countersign/client/people';
import type { Chain, Stage } from '@countersign/protocol/chain';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { capital } from '../decision/stage-stops.ts';
import type { IconName } from '../design/icon.tsx';

/** The answers of a policy, strictest first: order among rules does not matter, the strictest that applies decides. */
export const answers = ['deny', 'require_approval', 'allow'] as const satisfies PolicyVerdict[];

export const answerWords: Readonly<
  Record<
    PolicyVerdict,
    {
      readonly word: string;
      readonly about: string;
      readonly icon: IconName;
      readonly look: string;
    }
  >
> = {
  deny: { word: 'Deny', about: 'Never reaches a person', icon: 'refused', look: 'no' },
  require_approval: { word: 'Ask', about: 'Waits for people', icon: 'paused', look: 'ask' },
  allow: { word: 'Allow', about: 'Recorded, no one is asked', icon: 'check', look: 'ok' },
};

/** A line of the list of rules. */
export interface RuleLine {
  readonly id: string;
  readonly title: string;
  /** Words and bytes in turn: what has to fit. */
  readonly match: readonly (string | { readonly code: string })[];
  readonly condition: string | null;
  readonly who: string | null;
  readonly place: string;
  readonly observing: boolean;
}

export function ruleLines(policy: PolicyFacts, answer: PolicyVerdict | null): RuleLine[] {
  const lines = policy.rules
    .filter(({ outcome }) => outcome === answer)
    .map(rule => ruleLine(rule, policy.chains));
  const defaults = policy.defaults
    .filter(({ outcome }) => outcome === answer)
    .map(({ layer }): RuleLine => {
      const of = policy.defaults.length === 1 ? 'this policy' : `the layer ${layer}`;
      return {
        id: `default.${layer}`,
        title: 'Everything that no rule covers',
        match: [`The default of ${of}`],
        condition: null,
        who: answer === 'require_approval' ? 'By risk' : null,
        place: layer,
        observing: false,
      };
    });
  return [...lines, ...defaults];
}

function ruleLine(rule: PolicyRule, chains: readonly Chain[]): RuleLine {
  const { id, reason, condition, file, line, layer, mode, outcome } = rule;
  return {
    id,
    title: reason === null ? capital(id) : sentence(reason),
    match: matchWords(rule),
    condition,
    who: outcome === 'require_approval' ? whoWords(rule, chains) : null,
    place: `${file}:${line}, ${layer}`,
    observing: mode === 'observe',
  };
}

/** What a dimension is called, where it does not speak for itself. */
const dimensionWords: Readonly<Record<string, string>> = {
  agent: 'by',
  resource: 'on',
  operation: 'as',
  environment: 'in',
  risk: 'at risk',
  action_type: 'of the kind',
  signal: 'with',
};

function matchWords({ match, sealed, risk }: PolicyRule): RuleLine['match'] {
  const words: (string | { readonly code: string })[] = [];
  for (const { dimension, patterns } of match) {
    const before = dimension === 'tool' ? '' : `${dimensionWords[dimension] ?? dimension} `;
    words.push(`${words.length === 0 ? '' : ' '}${before}`);
    for (const [index, pattern] of patterns.entries()) {
      if (index > 0) words.push(' or ');
      words.push({ code: pattern });
    }
  }
  if (match.length === 0) words.push('Every action');
  if (risk !== null) words.push(`, raises the risk to ${risk}`);
  if (sealed.length > 0) words.push(`, needs ${sealed.join(' and ')} sealed`);
  return words;
}

function whoWords({ chain }: PolicyRule, chains: readonly Chain[]): string {
  if (chain === null) return 'By risk';
  const found = chains.find(({ chain_id }) => chain_id === chain);
  return found === undefined ? chain : stagesWords(found.stages);
}

export function stagesWords(stages: readonly Stage[]): string {
  return stages.map(({ name }) => capital(name)).join(', then ');
}

/** Who may decide a stage, and how. */
export function stageWords(stage: Stage): string {
  const { approvers, quorum, min_assurance, separation, required } = stage;
  const who = [
    ...approvers.roles.map(capital),
    ...(approvers.identities.length > 0 ? [`${approvers.identities.length} named`] : []),
  ].join(' or ');
  const words = [who];
  if (quorum > 1) words.push(`${quorum} people`);
  if (min_assurance === 'webauthn') words.push('passkey');
  if (separation === 'self_confirm') words.push('the same person may confirm');
  if (!required) words.push('optional: may reject, delays nothing');
  return words.join(', ');
}

function sentence(text: string): string {
  const plain = text.trim().replace(/\.$/, '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}
