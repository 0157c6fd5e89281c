import { hash } from 'node:crypto';
import erdtman from 'canonicalize';
import { canonicalize as sayan } from 'json-canonicalize';
import { sha256 } from '../packages/protocol/src/crypto/digest.ts';
import { canonicalize } from '../packages/protocol/src/json/canonical-json.ts';
import { snapshot } from '../packages/protocol/src/json/json-value.ts';
import { parseStrict } from '../packages/protocol/src/json/strict-json.ts';

// How fast a 1 KB action is digested and read, as a share of what the engine does without any check.
// Every round measures the limit first and last; when the two disagree, the numbers mean nothing.

const rounds = 5;
const readingMs = 250;
const unstableAbove = 0.3;

type Work = (i: number) => unknown;

interface Comparison {
  readonly title: string;
  readonly limit: readonly [name: string, work: Work];
  readonly others: readonly (readonly [name: string, work: Work])[];
}

function action(i: number): object {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'agent_7f3a9c1e5b2d4f6a8c0e1d3b5a7f9c2e',
    subject_id: 'person_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    target: {
      tool_name: 'payments.refund',
      tool_schema_version: '2026-03-01',
      resource: 'account_1N2b3C4d5E6f',
    },
    parameters: {
      charge: 'charge_3PqR5sT7uV9wX1yZ',
      amount: 12_550 + i,
      currency: 'eur',
      reason: 'requested_by_customer',
      reverse_transfer: false,
      exchange_rate: 1.0825,
      metadata: {
        ticket: 'SUP-48213',
        order: '2026-11-0004417',
        note: 'Two of three items came back, the third was kept. Refund these two and the shipping.',
      },
      lines: [
        { sku: 'A-1001', quantity: 1, unit_amount: 7450, description: 'Walking boots, brown, 42' },
        {
          sku: 'B-2002',
          quantity: 3,
          unit_amount: 4100,
          description: 'Wool socks, grey, of three',
        },
        { sku: 'S-0001', quantity: 1, unit_amount: 1000, description: 'Shipping, standard, EU' },
      ],
      notify: ['customer@example.com', 'support@example.com'],
      dry_run: false,
    },
  };
}

/** Canonical JSON as one writes it without a thought for hostile input. */
function bare(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + bare(value[i]);
    return `${text}]`;
  }
  const object = value as Record<string, unknown>;
  const keys = Object.keys(object).sort();
  let text = '{';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    text += `${i === 0 ? '' : ','}${JSON.stringify(key)}:${bare(object[key])}`;
  }
  return `${text}}`;
}

const count = 64;
const texts = Array.from({ length: count }, (_, i) => JSON.stringify(action(i)));
const bytes = texts.map(text => new TextEncoder().encode(text));
// Parsed rather than literal: that is where an action comes from, and it decides the hidden class.
const actions: unknown[] = texts.map(text => JSON.parse(text));
const german = texts.map(text => JSON.parse(text.replace('came back', 'kamen zurück')));

const of = <T>(list: readonly T[], i: number): T => list[i % count] as T;

const comparisons: readonly Comparison[] = [
  {
    title: `canonical text and SHA-256 of an action of ${texts[0]?.length} bytes`,
    limit: ['bare loop, unchecked', i => hash('sha256', bare(of(actions, i)))],
    others: [
      ['countersign sha256', i => sha256(of(actions, i))],
      ['countersign sha256, not ASCII', i => sha256(of(german, i))],
      ['canonicalize', i => hash('sha256', erdtman(of(actions, i)) ?? '')],
      ['json-canonicalize', i => hash('sha256', sayan(of(actions, i)))],
    ],
  },
  {
    title: 'the same without the hash',
    limit: ['bare loop, unchecked', i => bare(of(actions, i))],
    others: [
      ['countersign canonicalize', i => canonicalize(of(actions, i))],
      ['countersign snapshot', i => snapshot(of(actions, i))],
    ],
  },
  {
    title: 'reading the action',
    limit: ['JSON.parse, unchecked', i => JSON.parse(of(texts, i))],
    others: [
      ['countersign parseStrict', i => parseStrict(of(texts, i))],
      ['countersign parseStrict, bytes', i => parseStrict(of(bytes, i))],
    ],
  },
];

for (let i = 0; i < count; i++) {
  const expected = bare(of(actions, i));
  for (const write of [canonicalize, erdtman, sayan]) {
    if (write(of(actions, i)) !== expected) throw new Error(`${write.name} writes another text`);
  }
}

let sink = 0;

/** Nanoseconds per call, over at least `readingMs`. */
function measure(work: Work): number {
  let calls = 0;
  let elapsed = 0;
  const start = process.hrtime.bigint();
  while (elapsed < readingMs * 1e6) {
    for (let i = 0; i < 500; i++) if (work(calls + i) !== undefined) sink++;
    calls += 500;
    elapsed = Number(process.hrtime.bigint() - start);
  }
  return elapsed / calls;
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

console.log(`Node ${process.version}, ${rounds} rounds, medians`);
for (const { title, limit, others } of comparisons) {
  const sequence = [limit, ...others, limit];
  for (const [, work] of sequence) measure(work);
  const readings = sequence.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    sequence.forEach(([, work], i) => void readings[i]?.push(measure(work)));
  }
  const medians = readings.map(median);
  const first = medians[0] as number;
  const last = medians.at(-1) as number;
  const unstable = Math.abs(first - last) > unstableAbove * Math.min(first, last);
  const limitNs = median([...(readings[0] ?? []), ...(readings.at(-1) ?? [])]);
  console.log(`\n${title}${unstable ? '   UNSTABLE' : ''}`);
  sequence.slice(0, -1).forEach(([name], i) => {
    const ns = i === 0 ? limitNs : (medians[i] as number);
    const perSecond = Math.round(1e9 / ns).toLocaleString('en');
    const share = `${Math.round((100 * limitNs) / ns)} %`;
    console.log(
      `  ${name.padEnd(32)}${`${(ns / 1000).toFixed(2)} µs`.padStart(10)}${`${perSecond}/s`.padStart(14)}${share.padStart(8)}`,
    );
  });
}
if (sink === 0) throw new Error('nothing was measured');
