import type { ActionBinding } from '../action/action-binding.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { pointer } from '../json/json-pointer.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { ApprovalRequest } from '../request/approval-request.ts';
import { isSealed } from '../sealed/sealed-value.ts';
import { membersOf } from './fact.ts';
import { countSegments } from './visible-text.ts';

/**
 * The largest view that a request may have (HI-1). Every fact repeats the pointer of its member, so an action of one
 * megabyte could have a view of gigabytes. `units` are characters, plus `segmentUnits` for each segment.
 */
export const viewLimits = { facts: 20_000, units: 8 * 2 ** 20 } as const;

/**
 * The largest view that is made in the thread that answers calls. The growth tests show that the cost is linear up to
 * there, and well beyond it.
 */
const inlineLimits: ViewLimits = { facts: 512, units: 2 ** 17 };

interface ViewLimits {
  readonly facts: number;
  readonly units: number;
}

/** About what a marked character takes in the canonical text of a view. */
const segmentUnits = 64;

/** Marks that a key of unusual characters may get from the `/` on either side of it. A plain key gets none. */
const marksBesideSlash = 2;

/** What a label or a value takes. */
interface Size {
  readonly characters: number;
  readonly segments: number;
}

/** The label of the whole value. Plain text is one segment, however long the path. */
const root: Size = { characters: 0, segments: 1 };

/** Counts a view without building it. It visits each key and each value once, and stops at the first limit. */
class ViewMeasure {
  readonly #limits: ViewLimits;
  facts = 0;
  units = 0;

  constructor(limits: ViewLimits) {
    this.#limits = limits;
  }

  get tooLarge(): boolean {
    return this.facts > this.#limits.facts || this.units > this.#limits.units;
  }

  get detail(): string {
    return this.facts > viewLimits.facts
      ? `expected at most ${viewLimits.facts} facts`
      : `expected at most ${viewLimits.units} units of text, each name counted with its whole path`;
  }

  text(value: string): void {
    this.#count(sizeOf(value));
  }

  add(value: JsonValue, label: Size = root): void {
    this.facts += 1;
    this.#count(label);
    if (this.tooLarge) return;
    if (typeof value !== 'object' || value === null) {
      this.text(typeof value === 'string' ? value : canonicalize(value));
      return;
    }
    if (isSealed(value)) {
      this.text(canonicalize(value));
      return;
    }
    // More members than facts are left need no look at any of them.
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (this.facts + count > this.#limits.facts) {
      this.facts += count;
      return;
    }
    for (const [key, member] of membersOf(value)) {
      if (this.tooLarge) return;
      const step = sizeOf(pointer([key]));
      this.add(member, {
        characters: label.characters + step.characters,
        segments: label.segments + (step.segments > 1 ? step.segments + marksBesideSlash : 0),
      });
    }
  }

  #count({ characters, segments }: Size): void {
    this.units += characters + segmentUnits * segments;
  }
}

function sizeOf(text: string): Size {
  return { characters: text.length, segments: countSegments(text) };
}

/** How large the view of a question is; the counts of one that is too large are not complete. */
export function measureView(
  request: ApprovalRequest,
  action: ActionBinding,
  limits: ViewLimits = viewLimits,
): { readonly facts: number; readonly units: number; readonly refusal: Refusal | null } {
  const measure = new ViewMeasure(limits);
  const { trace: _trace, agent_reasoning, action_digest: _digest, ...question } = request;
  measure.add(action as JsonValue);
  if (!measure.tooLarge) measure.add(question as JsonValue);
  if (!measure.tooLarge && agent_reasoning !== null) measure.text(agent_reasoning);
  const { facts, units, tooLarge, detail } = measure;
  return { facts, units, refusal: tooLarge ? { code: 'view_too_large', detail } : null };
}

/** The reason why no person can be shown this question, or null. */
export function judgeViewSize(request: ApprovalRequest, action: ActionBinding): Refusal | null {
  return measureView(request, action).refusal;
}

/** True if the view is small enough to be made while other calls wait. It looks at no more than that much. */
export function isSmallView(request: ApprovalRequest, action: ActionBinding): boolean {
  return measureView(request, action, inlineLimits).refusal === null;
}
