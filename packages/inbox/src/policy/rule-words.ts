import type { PolicyFacts, PolicyRule } from '@countersign/client/people';
import type { Chain, Stage } from '@countersign/protocol/chain';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { capital } from '../decision/capital.ts';
import { durationWords } from '../decision/countdown.ts';
import { joinersWords } from '../decision/joining-words.ts';
import type { IconName } from '../design/icon.tsx';
import { policyText } from '../language/english/policy.ts';

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
  deny: { word: policyText.deny, about: policyText.denyAbout, icon: 'refused', look: 'no' },
  require_approval: {
    word: policyText.ask,
    about: policyText.askAbout,
    icon: 'paused',
    look: 'ask',
  },
  allow: { word: policyText.allow, about: policyText.allowAbout, icon: 'check', look: 'ok' },
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
      const of = policy.defaults.length === 1 ? policyText.thisPolicy : policyText.theLayer(layer);
      return {
        id: `default.${layer}`,
        title: policyText.everythingElse,
        match: [policyText.defaultOf(of)],
        condition: null,
        who: answer === 'require_approval' ? policyText.byRisk : null,
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
  agent: policyText.by,
  resource: policyText.on,
  operation: policyText.as,
  environment: policyText.in,
  risk: policyText.atRisk,
  action_type: policyText.ofKind,
  signal: policyText.with,
};

function matchWords({ match, sealed, risk }: PolicyRule): RuleLine['match'] {
  const words: (string | { readonly code: string })[] = [];
  for (const { dimension, patterns } of match) {
    const before = dimension === 'tool' ? '' : `${dimensionWords[dimension] ?? dimension} `;
    words.push(`${words.length === 0 ? '' : ' '}${before}`);
    for (const [index, pattern] of patterns.entries()) {
      if (index > 0) words.push(policyText.or);
      words.push({ code: pattern });
    }
  }
  if (match.length === 0) words.push(policyText.everyAction);
  if (risk !== null) words.push(policyText.raisesRisk(risk));
  if (sealed.length > 0) words.push(policyText.needsSealed(sealed.join(policyText.and)));
  return words;
}

function whoWords({ chain }: PolicyRule, chains: readonly Chain[]): string {
  if (chain === null) return policyText.byRisk;
  const found = chains.find(({ chain_id }) => chain_id === chain);
  return found === undefined ? chain : stagesWords(found.stages);
}

export function stagesWords(stages: readonly Stage[]): string {
  return stages.map(({ name }) => capital(name)).join(policyText.andThen);
}

/** Who may decide a stage, and how. */
export function stageWords(stage: Stage): string {
  const { approvers, quorum, min_assurance, separation, required } = stage;
  const who = [
    ...approvers.roles.map(capital),
    ...(approvers.identities.length > 0 ? [policyText.named(approvers.identities.length)] : []),
  ].join(policyText.or);
  const words = [who];
  if (quorum > 1) words.push(policyText.people(quorum));
  if (min_assurance === 'webauthn') words.push(policyText.passkey);
  if (separation === 'self_confirm') words.push(policyText.sameMayConfirm);
  if (!required) words.push(policyText.optional);
  for (const step of stage.escalation ?? []) {
    words.push(policyText.afterAlso(durationWords(step.after_seconds), joinersWords(step)));
  }
  return words.join(', ');
}

function sentence(text: string): string {
  const plain = text.trim().replace(/\.$/, '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}
