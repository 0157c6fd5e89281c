import { type CelInput, celList, celMap } from '@bufbuild/cel';
import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import { riskLevels } from '@countersign/protocol/value';
import { hiddenContext } from './condition-scope.ts';

/** What a condition can read about risk. */
interface RiskFacts {
  readonly level: RiskLevel;
  readonly signals: readonly string[];
  readonly reversibility: string;
}

/**
 * The variables of a condition over one action. CEL receives values one step at a time, so even a large action costs
 * only what the condition reads. CEL receives only maps and lists of our own classes. So an object that pretends to be
 * a protobuf message (`$typeName`) stays an object.
 */
export class ConditionValues {
  readonly #action: ActionBinding;
  readonly #context: JsonObject;
  readonly #environment: string | null;
  readonly #risk: RiskFacts;
  readonly itemsMax: number;
  #actionView: CelInput | undefined;
  #parametersView: CelInput | undefined;
  #riskView: CelInput | undefined;
  #contextView: CelInput | undefined;

  constructor(
    action: ActionBinding,
    context: JsonObject,
    environment: string | null,
    risk: RiskFacts,
    itemsMax: number,
  ) {
    this.#action = action;
    this.#context = context;
    this.#environment = environment;
    this.#risk = risk;
    this.itemsMax = itemsMax;
  }

  get action(): CelInput {
    this.#actionView ??= this.#object(this.#actionMembers());
    return this.#actionView;
  }

  get parameters(): CelInput {
    this.#parametersView ??= this.#object(this.#action.parameters);
    return this.#parametersView;
  }

  get risk(): CelInput {
    const { level, signals, reversibility } = this.#risk;
    const rank = riskLevels.indexOf(level);
    this.#riskView ??= this.#object({ level, rank, signals, reversibility });
    return this.#riskView;
  }

  get context(): CelInput {
    this.#contextView ??= this.#object(this.#context, hiddenContext);
    return this.#contextView;
  }

  #actionMembers(): JsonObject {
    const { operation, agent_id, subject_id, target } = this.#action;
    const { tool_name, tool_schema_version, resource } = target;
    const environment = this.#environment;
    return {
      operation,
      agent_id,
      subject_id,
      tool_name,
      tool_schema_version,
      resource,
      environment,
    };
  }

  #object(object: JsonObject, hidden?: ReadonlySet<string>): CelInput {
    return celMap(new ObjectView(object, this.itemsMax, hidden, value => this.#value(value)));
  }

  #value(value: JsonValue): CelInput {
    if (typeof value !== 'object' || value === null) return value;
    if (!isArray(value)) return this.#object(value);
    return celList(
      value.length > this.itemsMax
        ? tooLong(value.length, this.itemsMax)
        : value.map(item => this.#value(item)),
    );
  }
}

const isArray: (value: JsonValue) => value is readonly JsonValue[] = Array.isArray;

/**
 * Has a length and nothing else: a condition that reads its content is refused, because reading could take too long.
 */
function tooLong(length: number, max: number): CelInput[] {
  const list: CelInput[] = [];
  list.length = length;
  return Object.assign(list, {
    values: () => {
      throw new Error(`expected at most ${max} items to look at, found ${length}`);
    },
  });
}

/** A plain object as the read-only map that CEL reads from, own members only. */
class ObjectView implements ReadonlyMap<string, CelInput> {
  readonly #object: JsonObject;
  readonly #itemsMax: number;
  readonly #hidden: ReadonlySet<string> | undefined;
  readonly #wrap: (value: JsonValue) => CelInput;

  constructor(
    object: JsonObject,
    itemsMax: number,
    hidden: ReadonlySet<string> | undefined,
    wrap: (value: JsonValue) => CelInput,
  ) {
    this.#object = object;
    this.#itemsMax = itemsMax;
    this.#hidden = hidden;
    this.#wrap = wrap;
  }

  get size(): number {
    return this.#names().length;
  }

  get(name: string): CelInput | undefined {
    if (typeof name !== 'string' || !this.has(name)) return undefined;
    const value = this.#object[name];
    return value === undefined ? undefined : this.#wrap(value);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name) && this.#hidden?.has(name) !== true;
  }

  forEach(use: (value: CelInput, name: string, map: ReadonlyMap<string, CelInput>) => void): void {
    for (const [name, value] of this) use(value, name, this);
  }

  keys(): MapIterator<string> {
    return this.#bounded().values();
  }

  *values(): MapIterator<CelInput> {
    for (const [, value] of this) yield value;
  }

  *entries(): MapIterator<[string, CelInput]> {
    for (const name of this.#bounded()) yield [name, this.#wrap(this.#object[name] ?? null)];
  }

  [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  #names(): readonly string[] {
    const names = Object.keys(this.#object);
    return this.#hidden === undefined ? names : names.filter(name => this.has(name));
  }

  #bounded(): readonly string[] {
    const names = this.#names();
    if (names.length <= this.#itemsMax) return names;
    throw new Error(`expected at most ${this.#itemsMax} members to look at, found ${names.length}`);
  }
}
