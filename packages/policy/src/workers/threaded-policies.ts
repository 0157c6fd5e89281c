import type { ActionBinding, HouseKind } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { Evaluation } from '@countersign/protocol/request';
import type { PolicyFile } from '../document/policy-file.ts';
import { documentsText } from '../kept-documents.ts';
import type { PoliciesInForce } from '../policy.ts';
import type { GateSettings } from '../policy-program.ts';
import { type EvaluationPool, late } from './evaluation-pool.ts';

/**
 * The largest action and context, in characters and members, that are evaluated in the thread that answers calls.
 * Below it, the worst known text for the grammars costs tens of milliseconds.
 */
const inlineUnits = 2048;

/**
 * The policy in force, for the use cases: what is small is evaluated at once, and everything else in a thread with a
 * deadline. An assessment that is too late counts as unparsable, so the action asks or is denied (HI-2).
 */
export class ThreadedPolicies {
  readonly #inForce: PoliciesInForce;
  readonly #files: () => readonly PolicyFile[];
  readonly #pool: EvaluationPool;

  constructor(inForce: PoliciesInForce, files: () => readonly PolicyFile[], pool: EvaluationPool) {
    this.#inForce = inForce;
    this.#files = files;
    this.#pool = pool;
  }

  async evaluate(
    action: ActionBinding,
    context: JsonObject,
    caller = 'this process',
  ): Promise<Evaluation> {
    this.#pool.admit(caller);
    if (isSmall([action as JsonValue, context]) && this.#pool.mayInline(caller)) {
      return this.#pool.inline(caller, () => this.#inForce.evaluate(action, context));
    }
    const job = { files: this.#files(), action, context };
    const assessed = await this.#pool.run(caller, 'evaluate', { ...job, unassessed: false });
    if (assessed !== late) return assessed;
    const unassessed = await this.#pool.run(caller, 'evaluate', { ...job, unassessed: true });
    if (unassessed !== late) return unassessed;
    throw new Error('the rules could not be evaluated in time');
  }

  version(): string {
    return this.#inForce.version();
  }

  chainVersion(chainId: string): string | null {
    return this.#inForce.chainVersion(chainId);
  }

  /** What is kept in the store with the version. */
  documents(): { readonly text: string; readonly governs: readonly HouseKind[] } {
    const governs = [...(this.#inForce.policy.governance?.keys() ?? [])].sort();
    return { text: documentsText(this.#files()), governs };
  }

  get settings(): GateSettings {
    return this.#inForce.settings;
  }
}

/** Whether a value is small enough to be evaluated inline. It looks at no more than that much of it. */
export function isSmall(value: JsonValue): boolean {
  let left = inlineUnits;
  const walk = (member: JsonValue): void => {
    left -= 1;
    if (typeof member === 'string') left -= member.length;
    if (left < 0 || typeof member !== 'object' || member === null) return;
    const entries = Array.isArray(member) ? member.entries() : Object.entries(member);
    for (const [key, inner] of entries) {
      if (typeof key === 'string') left -= key.length;
      if (left < 0) return;
      walk(inner as JsonValue);
    }
  };
  walk(value);
  return left >= 0;
}
