// What a policy costs per action with 1, 100 and 10,000 rules, told apart by equality, by prefix, by wildcard, or all
// on one tool; by matching alone and with a CEL condition. The limit is a hand-written Map that records nothing, or
// the bare CEL library behind such a Map. An evaluation is everything but the assessment of risk, which is given.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { celEnv, parse, plan } from '@bufbuild/cel';
import type { ActionBinding } from '@countersign/protocol/action';
import { loadPolicy } from '../packages/policy/src/policy.ts';
import { condition, type GateShape, gatePolicy, gateShapes } from './measure/gate-rules.ts';
import { count, median } from './measure/rounds.ts';

const sizes = [1, 100, 10_000] as const;
const rounds = 5;
const millisecondsPerReading = 120;
const actionsPerGate = 64;
const unstableAbove = 0.3;
const promised = { perSecond: 1_000_000, ofBareCel: 0.6, growth: 5, growthOfEquality: 2 };

type Gate = (action: ActionBinding) => unknown;

interface Contender {
  readonly name: string;
  readonly rules: number;
  readonly gate: Gate;
  readonly actions: readonly ActionBinding[];
}

type PeerGate = (tool: string, amount: number) => boolean;

/** The actions of the last rules, so that a linear search must look at all rules. */
function actionsFor(shape: GateShape, rules: number): readonly ActionBinding[] {
  return Array.from({ length: actionsPerGate }, (_, i) =>
    shape.action(rules - 1 - (i % Math.min(rules, actionsPerGate))),
  );
}

function keyOf({ target }: ActionBinding): string {
  return target.resource ?? target.tool_name;
}

function handWritten(shape: GateShape, rules: number, conditional: boolean): Contender {
  const run = plan(celEnv(), parse(condition));
  const verdicts = new Map(Array.from({ length: rules }, (_, i) => [keyOf(shape.action(i)), true]));
  return {
    name: conditional ? 'a Map and the bare CEL library' : 'a hand-written Map',
    rules,
    gate: conditional
      ? action =>
          verdicts.get(keyOf(action)) && run({ parameters: action.parameters as never }) === true
      : action => verdicts.get(keyOf(action)) ?? false,
    actions: actionsFor(shape, rules),
  };
}

function ours(shape: GateShape, rules: number, conditional: boolean): Contender {
  const text = gatePolicy(shape, rules, conditional);
  const loaded = loadPolicy([{ name: 'gate.yaml', text, layer: 'operator' }], {
    assessor: () => () => ({
      level: 'low',
      findings: [],
      action_type: null,
      production: false,
      reads_only: false,
    }),
  });
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  const { policy } = loaded;
  return {
    name: 'countersign, whole evaluation',
    rules,
    gate: action => policy.evaluate(action, {}).verdict === 'allow',
    actions: actionsFor(shape, rules),
  };
}

async function peers(shape: GateShape): Promise<readonly Contender[]> {
  const found: Contender[] = [];
  for (const [name, says] of [
    ['agt', 'AGT TypeScript SDK 4.0'],
    ['cedar', 'Cedar wasm 4.13, parsed before'],
  ] as const) {
    const folder = join(import.meta.dirname, 'peers', name);
    if (!existsSync(join(folder, 'node_modules'))) {
      console.log(`  (${name} is not installed: npm ci --prefix bench/peers/${name})`);
      continue;
    }
    const { createGate } = (await import(join(folder, 'gate.mjs'))) as {
      readonly createGate: (tools: readonly string[]) => PeerGate;
    };
    for (const rules of sizes) {
      const tools = Array.from({ length: rules }, (_, i) => shape.action(i).target.tool_name);
      const gate = createGate(tools);
      found.push({
        name: says,
        rules,
        gate: ({ target, parameters }) => gate(target.tool_name, parameters['amount'] as number),
        actions: actionsFor(shape, rules),
      });
    }
  }
  return found;
}

function perSecond({ gate, actions }: Contender): number {
  let times = 0;
  let elapsed = 0;
  const start = performance.now();
  while (elapsed < millisecondsPerReading) {
    // Long enough that reading the clock does not count, short enough for the slowest peer.
    const burst = times < 8 ? 1 : Math.min(256, times);
    for (let i = 0; i < burst; i++) gate(actions[(times + i) % actionsPerGate] as ActionBinding);
    times += burst;
    elapsed = performance.now() - start;
  }
  return (1000 * times) / elapsed;
}

function tell(
  title: string,
  order: readonly Contender[],
  conditional: boolean,
  growthMax: number,
): void {
  for (const { name, rules, gate, actions } of order) {
    if (actions.some(action => gate(action) !== true)) {
      throw new Error(`${name} with ${rules} rules answers something else`);
    }
  }
  for (const contender of order) perSecond(contender);
  const readings = order.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, contender] of order.entries()) readings[place]?.push(perSecond(contender));
  }
  const rates = readings.map(median);
  const limit = ((rates[0] ?? 0) + (rates.at(-1) ?? 0)) / 2;
  const unstable = Math.abs((rates[0] ?? 0) - (rates.at(-1) ?? 0)) / limit > unstableAbove;
  console.log(`\n${title}${unstable ? '   UNSTABLE' : ''}`);
  let one = 0;
  for (const [place, contender] of order.slice(0, -1).entries()) {
    const rate = place === 0 ? limit : (rates[place] ?? 0);
    if (contender.rules === 1) one = rate;
    const isOurs = contender.name.startsWith('countersign');
    const verdict = verdictOn(
      { rate, limit, growth: one / rate, conditional, growthMax },
      contender,
    );
    console.log(
      `  ${contender.name.padEnd(34)}${count(contender.rules).padStart(7)} rules${count(rate).padStart(13)} /s` +
        `${(place === 0 ? '' : `${(one / rate).toFixed(1)}x`).padStart(8)}` +
        `${isOurs && !unstable ? `   ${verdict}` : ''}`,
    );
  }
}

interface Reading {
  readonly rate: number;
  readonly limit: number;
  readonly growth: number;
  readonly conditional: boolean;
  readonly growthMax: number;
}

/** Whether the promises about speed and about growth are kept. */
function verdictOn(
  { rate, limit, growth, conditional, growthMax }: Reading,
  { rules }: Contender,
): string {
  const promise = conditional
    ? judge(rate / limit >= promised.ofBareCel, '60 % of the library')
    : judge(rate >= promised.perSecond, '1 M/s');
  return rules === 10_000
    ? `${promise}, ${judge(growth <= growthMax, `${growthMax}x of one rule`)}`
    : promise;
}

function judge(kept: boolean, promise: string): string {
  return `${kept ? 'kept' : 'MISSED'}: ${promise}`;
}

for (const shape of gateShapes) {
  for (const conditional of [false, true]) {
    const limit = handWritten(shape, 10_000, conditional);
    const gates = sizes.map(rules => ours(shape, rules, conditional));
    const isFirst = shape === gateShapes[0];
    const others = conditional && isFirst ? await peers(shape) : [];
    tell(
      `${shape.name}, ${conditional ? `with CEL: ${condition}` : 'match only'}`,
      [limit, ...gates, ...others, limit],
      conditional,
      isFirst ? promised.growthOfEquality : promised.growth,
    );
  }
}
