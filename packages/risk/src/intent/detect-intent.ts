import type { DetectedIntent } from '@countersign/protocol/hold';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk, type RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import { retellText } from '../languages/retell-text.ts';
import type { Voice } from '../languages/retold-act.ts';
import { findDocumentPatterns } from './document-patterns.ts';
import { unfoldGlosses } from './gloss.ts';
import { type Ground, gravest, groundsOf, onlyEvades } from './grounds.ts';
import {
  emptyScope,
  type IntentDetection,
  type IntentPattern,
  type IntentPatternName,
  type IntentScope,
} from './intent-detection.ts';
import { joinScopes, type MetadataClaim, readMetadata } from './intent-metadata.ts';
import { normaliseText, textLengthMax } from './normalise-text.ts';
import { findQuantities } from './numbers.ts';
import { readText } from './read-text.ts';
import { type Token, tokenise } from './tokens.ts';
import type { Weighed } from './weigh-mention.ts';

const patternsMax = 32;
const evidenceMax = 120;

/**
 * Finds out whether an utterance of an agent asks leave to act, announces a risky act of its own, or is unsure
 * about a change it is going to make. Structured metadata beside the text is a claim of the same agent: the
 * stricter of both holds, and metadata that cannot be read means that a person has to be asked. Claims of
 * approval in either change nothing. The work is linear in the length of the text, which is capped.
 */
export function detectIntent(text: string, metadata?: JsonObject): IntentDetection {
  const detection = detectInAnyLanguage(text);
  return metadata === undefined ? detection : raise(detection, readMetadata(metadata));
}

/** The same for words that tell an agent what to do. In another language also a bare order is an act. */
export function detectOrder(text: string): IntentDetection {
  return detectInAnyLanguage(text, 'order');
}

/** What is said in another language is retold in English, and the graver of both readings holds. */
function detectInAnyLanguage(text: string, voice: Voice = 'speaker'): IntentDetection {
  const { english, rest } = retellText(text, voice);
  const own = detectInText(english === '' ? rest : text);
  if (english === '') return own;
  const told = detectInText(english);
  if (!told.confirmation_required) return own;
  return !own.confirmation_required || !atLeastRisk(own.risk_level, told.risk_level)
    ? { ...told, patterns: [...told.patterns, ...own.patterns].slice(0, patternsMax) }
    : { ...own, patterns: [...own.patterns, ...told.patterns].slice(0, patternsMax) };
}

/**
 * The same for words that are all there is: an utterance without a bound action. The five patterns of the confirmation
 * architecture always stop it, also in a sentence about something harmless. They say nothing about an action whose
 * bytes are known.
 */
export function detectInWords(text: string, metadata?: JsonObject): IntentDetection {
  const detection = withDocumentPatterns(detectInAnyLanguage(text), text);
  return metadata === undefined ? detection : raise(detection, readMetadata(metadata));
}

const patternTypes: Partial<Record<IntentPatternName, ActionType>> = {
  bulk_delete_count: 'batch_delete',
  recursive_remove: 'delete',
  drop_structure: 'schema_change',
};

/** A text that was understood keeps what was understood. One that was not is stopped by the patterns. */
function withDocumentPatterns(detection: IntentDetection, text: string): IntentDetection {
  if (detection.confirmation_required) return detection;
  const head = text.slice(0, textLengthMax);
  const found = [head, normaliseText(head).text].map(findDocumentPatterns);
  const patterns = found.find(each => each.length > 0);
  if (patterns === undefined) return detection;
  const action_type =
    patterns.map(({ name }) => patternTypes[name]).find(type => type) ?? 'unknown';
  return { ...detection, confirmation_required: true, risk_level: 'high', action_type, patterns };
}

function detectInText(text: string): IntentDetection {
  const normalised = normaliseText(text);
  const tokens = unfoldGlosses(unwrapQuotations(tokenise(normalised.text)));
  const quantities = new Map(findQuantities(tokens).map(quantity => [quantity.from, quantity]));
  const grounds = groundsOf(readText(tokens), tokens, quantities);
  const patterns = grounds.slice(0, patternsMax).map(ground => ({
    name: ground.pattern,
    evidence: evidenceOf(ground, tokens, normalised.text),
  }));
  if (normalised.capped)
    patterns.push({
      name: 'text_too_long',
      evidence: `only the first ${normalised.text.length} characters were read`,
    });
  if (patterns.length === 0) {
    return {
      confirmation_required: false,
      risk_level: 'low',
      action_type: null,
      scope: null,
      patterns: [],
    };
  }
  const about = gravest(grounds);
  return {
    confirmation_required: true,
    risk_level: levelOf(grounds, about),
    action_type: onlyEvades(grounds, about)
      ? 'unknown'
      : (about?.judgement.action_type ?? 'unknown'),
    scope: about === null ? null : scopeOf(about),
    patterns: distinct(patterns),
  };
}

/** A paragraph that is one quotation from end to end is not a quotation: it is what the agent says. */
function unwrapQuotations(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(token => token.kind === 'quote')) return tokens;
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const isParagraph =
      token.kind === 'quote' &&
      (before === undefined || before.kind === 'paragraph') &&
      (after === undefined || after.kind === 'paragraph');
    return isParagraph
      ? tokenise(token.word).map(inner => ({ ...inner, start: token.start, end: token.end }))
      : [token];
  });
}

function levelOf(grounds: readonly Ground[], about: Weighed | null): RiskLevel {
  const named = about?.judgement.level ?? 'medium';
  const graver =
    grounds.some(({ pattern }) => pattern === 'agent_uncertain' || pattern === 'avoids_the_gate') &&
    about?.judgement.weight !== undefined;
  const evades = grounds.some(({ pattern }) => pattern === 'avoids_the_gate');
  return (graver || evades) && !atLeastRisk(named, 'high') ? 'high' : named;
}

function scopeOf({ mention, object, judgement }: Weighed): IntentScope | null {
  const harm = mention.command?.harm ?? null;
  const single =
    (judgement.action_type === 'delete' ||
      (judgement.action_type === 'message' && judgement.type === 'external')) &&
    object.head !== null &&
    !object.head.plural &&
    !object.phrase.some(word => /^(?:all|every|everything|each|any)$/.test(word)) &&
    !object.pronoun;
  const scope: IntentScope = {
    records: harm?.records ?? wholeNumber(object.records) ?? (single ? 1 : null),
    type: judgement.type,
    amount: object.amount,
    currency: object.currency,
    environment: object.environment === 'production' ? 'production' : null,
    path: harm?.path ?? object.path,
    branch: object.branch,
  };
  return Object.values(scope).every(value => value === null) ? null : scope;
}

function wholeNumber(value: number | null): number | null {
  return value === null || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
}

function evidenceOf({ at }: Ground, tokens: readonly Token[], text: string): string {
  const start = tokens[at]?.start ?? 0;
  return text
    .slice(start, start + evidenceMax)
    .replace(/\s+/g, ' ')
    .trim();
}

function distinct(patterns: readonly IntentPattern[]): readonly IntentPattern[] {
  const seen = new Set<string>();
  return patterns.filter(({ name, evidence }) => {
    const key = `${name} ${evidence}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function raise(detection: IntentDetection, claim: MetadataClaim): IntentDetection {
  if (!claim.required) return detection;
  const name = claim.malformed ? 'metadata_malformed' : 'metadata_requires';
  const risk_level = atLeastRisk(claim.risk_level, detection.risk_level)
    ? claim.risk_level
    : detection.risk_level;
  return {
    confirmation_required: true,
    // Something has to be confirmed, so it is not of low risk.
    risk_level: atLeastRisk(risk_level, 'medium') ? risk_level : 'medium',
    action_type: actionTypeOf(detection.action_type, claim.action_type),
    scope: joinScopes(detection.scope, claim.scope),
    patterns: [...detection.patterns, { name, evidence: 'metadata beside the text' }],
  };
}

function actionTypeOf(own: ActionType | null, claimed: ActionType | null): ActionType {
  return own !== null && own !== 'unknown' ? own : (claimed ?? own ?? 'unknown');
}

/** The part of a detection that a hold records. */
export function intentOfHold(detection: IntentDetection): DetectedIntent {
  const { confirmation_required, risk_level, action_type, scope } = detection;
  return {
    confirmation_required,
    risk_level,
    action_type: action_type ?? 'unknown',
    scope: { ...emptyScope, ...scope },
  };
}
