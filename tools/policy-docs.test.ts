// Authors of policies trust docs/policy.md. So its tables must name exactly the keys, signals and settings that the
// source knows, and its examples must be what the checker accepts and prints.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as policy from '@countersign/policy';
import {
  actionTypes,
  defaultRiskSettings,
  loadGrammars,
  riskAssessor,
  signals,
} from '@countersign/risk';
import { assertNone } from './findings.ts';
import { readText } from './repository.ts';

const { checkPolicy, problemText } = policy;

const document = readText('docs/policy.md');
const blocks = [...document.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
);
const examples = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
const [complete = ''] = examples;

/** Everything that a policy must have, in as few lines as the example of a problem counts on. */
const minimal = `version: "1"
default: require_approval
default_chain: team
chain_by_risk: { low: team, medium: team, high: team, critical: team }
chains:
  - id: team
    stages: [{ name: team, approvers: { roles: [operator] } }]
`;

function fileOf(text: string, name = 'policy/refunds.yaml'): policy.PolicyFile {
  return { name, text, layer: 'operator' };
}

function problemsOf(text: string): string[] {
  const { problems, warnings } = checkPolicy([fileOf(text)]);
  return [...problems, ...warnings].map(problemText);
}

/** What the checker says that it would have taken in place of a wrong name. */
function expectedAfter(message: string, text: string): string[] {
  const problem = problemsOf(text).find(each => each.includes(message)) ?? '';
  const list = /; expected ([\w, ]+?)(?: \(|$)/.exec(problem)?.[1];
  assert.ok(list, `no problem says "${message}": ${problemsOf(text).join('\n')}`);
  return list.split(', ');
}

function keysOf(what: string, text: string): string[] {
  return expectedAfter(`unknown key "nonsense" in ${what};`, text);
}

/** The text under a heading, up to the next one. */
function sectionOf(heading: string): string {
  const start = document.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `docs/policy.md has no heading "${heading}"`);
  const text = document.slice(start + heading.length + 2);
  const end = text.search(/^#/m);
  return end < 0 ? text : text.slice(0, end);
}

/** The cells of each row of the tables under a heading, without head and rule. */
function rowsOf(heading: string): string[][] {
  const tables = sectionOf(heading).matchAll(/(?:^\|.*\|\n)+/gm);
  return [...tables].flatMap(([table]) =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map(row => row.slice(2, -2).split(' | ')),
  );
}

/** Names stand in backticks. */
function nameIn(cell: string | undefined): string {
  return /^`(\w+)`$/.exec(cell ?? '')?.[1] ?? `not a name: ${cell}`;
}

function namesUnder(heading: string): string[] {
  return rowsOf(heading).map(([first]) => nameIn(first));
}

/** Every name in a text that is set as code, also inside longer code. */
function namedIn(text: string): ReadonlySet<string> {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner);
  return new Set(code.flatMap(inner => inner.match(/\w+/g) ?? []));
}

const inRule = (member: string) =>
  `${minimal}rules: [{ id: a, outcome: require_approval, ${member} }]`;

describe('docs/policy.md', () => {
  for (const [heading, what, text] of [
    ['## The document', 'the document', 'nonsense: 1'],
    ['## Rules', 'a rule', inRule('nonsense: 1')],
    ['### Match', 'match', inRule('match: { nonsense: 1 }')],
    ['## Chains and stages', 'a stage', 'chains: [{ id: a, stages: [{ nonsense: 1 }] }]'],
    ['### Settings', 'risk', 'risk: { nonsense: 1 }'],
  ] as const) {
    test(`the table under "${heading}" has one row for each key, and no other`, () => {
      assert.deepEqual(namesUnder(heading), keysOf(what, text));
    });
  }

  test('keys without a table are named in their section', () => {
    for (const [heading, what, text] of [
      ['## The document', 'fatigue', 'fatigue: { nonsense: 1 }'],
      ['## Rules', 'an annotation', inRule('annotate: { nonsense: 1 }')],
      ['## Chains and stages', 'a chain', 'chains: [{ nonsense: 1 }]'],
      [
        '## Chains and stages',
        'approvers',
        'chains: [{ id: a, stages: [{ approvers: { nonsense: 1 } }] }]',
      ],
      ['## Routes', 'a route', inRule('route: { nonsense: 1 }')],
      ['## Routes', 'an entry of routes', 'routes: [{ nonsense: 1 }]'],
    ] as const) {
      const named = namedIn(sectionOf(heading));
      const missing = keysOf(what, text).filter(key => !named.has(key));
      assertNone(missing.map(key => `"${heading}" does not name the key ${key} of ${what}`));
    }
  });

  test('a document of the user layer has the keys that the section about layers names', () => {
    const file = { ...fileOf('nonsense: 1'), layer: 'user' } as const;
    const [problem = ''] = checkPolicy([file])
      .problems.map(problemText)
      .filter(each => each.includes('unknown key'));
    const keys = /expected (.+)$/.exec(problem)?.[1]?.split(', ') ?? [];
    const said = /A user file\s+has only ([^.]+)\./.exec(document)?.[1] ?? '';
    assert.deepEqual([...namedIn(said)], keys);
  });

  test('the table of signals has each signal once, with its meaning', () => {
    // The number of signals may be odd, and then the last row has a place that is left free.
    const rows = rowsOf('### Signals').flatMap(([a, b = '', c, d = '']) => [
      [nameIn(a), b],
      ...(c === '–' ? [] : [[nameIn(c), d]]),
    ]);
    const byName = ([a = '']: readonly string[], [b = '']: readonly string[]) => (a < b ? -1 : 1);
    assert.deepEqual(rows.toSorted(byName), Object.entries(signals).toSorted(byName));
  });

  test('the table of settings states the defaults', () => {
    const stated = new Map(rowsOf('### Settings').map(([key, value]) => [nameIn(key), value]));
    for (const [key, value] of Object.entries(defaultRiskSettings)) {
      if (typeof value === 'number') assert.equal(stated.get(key), String(value), key);
    }
    const names = [...namedIn(stated.get('production_names') ?? '')];
    assert.deepEqual(names, defaultRiskSettings.production_names);
    assert.deepEqual(defaultRiskSettings.internal_domains, []);
    assert.equal(stated.get('internal_domains'), 'none');
  });

  test('the action types are all named, and no other', () => {
    const sentence = /^Action types: ([^.]+)\./m.exec(sectionOf('### Match'))?.[1] ?? '';
    assert.deepEqual([...namedIn(sentence)], [...actionTypes]);
  });

  test('the variables of conditions and their members are those in scope', () => {
    const variables = rowsOf('## Conditions').slice(0, 4);
    const known = expectedAfter('unknown name', inRule('when: nonsense == 1'));
    assert.deepEqual(
      variables.map(([name]) => nameIn(name)),
      known,
    );
    for (const [name, members = ''] of variables) {
      const variable = nameIn(name);
      if (!['action', 'risk'].includes(variable)) continue;
      const expected = expectedAfter('unknown member', inRule(`when: ${variable}.nonsense == 1`));
      const named = [...namedIn(members.replace(/\(.*?\)/g, ''))].filter(each => each !== 'null');
      assert.deepEqual(named, expected);
    }
  });

  test('conditions refuse everything that the page calls hidden', () => {
    const hidden = [...sectionOf('## Conditions').matchAll(/`context\.(\w+)`/g)];
    assert.deepEqual(
      hidden.map(([, name]) => name),
      ['message', 'tool_annotations', 'environment'],
    );
    for (const [, name] of hidden) {
      const problems = problemsOf(inRule(`when: context.${name} == "x"`));
      assert.match(problems.join('\n'), /is not for conditions/, name);
    }
  });

  test('the checker accepts every recipe as a condition', () => {
    const recipes = rowsOf('## Conditions').slice(4);
    assert.notEqual(recipes.length, 0);
    for (const [, cell = ''] of recipes) {
      const condition = cell.slice(1, -1).replaceAll('\\|', '|');
      assert.deepEqual(problemsOf(inRule(`when: ${JSON.stringify(condition)}`)), [], condition);
    }
  });

  test('every function in the table is exported', () => {
    const calls = rowsOf('## Check, explain, test, replay').map(([call = '']) => call);
    assert.ok(calls.length >= 6);
    const exported: Readonly<Record<string, unknown>> = policy;
    const names = calls.map(call => /^`(\w+)/.exec(call)?.[1] ?? call);
    assertNone(names.filter(name => typeof exported[name] !== 'function'));
    assert.equal(typeof policy.PoliciesInForce.prototype.replace, 'function');
  });
});

describe('the examples of docs/policy.md', () => {
  test('each example is a whole document, rules alone or a file of cases, and has no problem', () => {
    assert.ok(examples.length >= 3);
    for (const text of examples) {
      if (text.startsWith('cases:')) continue;
      assert.deepEqual(problemsOf(/^version:/m.test(text) ? text : minimal + text), [], text);
    }
  });

  test('the cases pass for the first example together with the rules', async () => {
    const rules = examples.filter(text => text.startsWith('rules:'));
    const cases = examples.filter(text => text.startsWith('cases:'));
    assert.deepEqual([rules.length, cases.length], [1, 1]);
    const grammar = await loadGrammars();
    const loaded = policy.loadPolicy(
      [fileOf(complete), fileOf(`version: "1"\n${rules[0]}`, 'rules.yaml')],
      { assessor: settings => riskAssessor({ settings, grammar }) },
    );
    assert.ok(loaded.ok);
    const result = policy.testPolicy(loaded.policy, { name: 'cases.yaml', text: cases[0] ?? '' });
    assert.deepEqual(policy.testText(result), [`${result.results.length} passed, 0 failed`]);
    assert.notEqual(result.results.length, 0);
  });

  test('the first example is complete in ten lines, and its version is the shown one', () => {
    assert.equal(complete.trimEnd().split('\n').length, 10);
    const assessor = () => () => assert.fail('nothing is assessed here');
    const loaded = policy.loadPolicy([fileOf(complete)], { assessor });
    assert.ok(loaded.ok);
    assert.ok(
      sectionOf('## Versions').includes(`\`${loaded.policy.version()}\``),
      loaded.policy.version(),
    );
  });

  test('the problems are printed as the checker prints them', () => {
    const rule = `rules:
  - id: large-refunds
    match: { tool: payments.refund }
    when: parameter.amount > 500
    outcome: require_approval
    on_timeout: allow
`;
    const shown = blocks.find(({ language }) => language === 'text')?.text ?? '';
    assert.deepEqual(shown.trimEnd().split('\n'), problemsOf(minimal + rule));
  });
});

test('the policy in the README has no problem', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(readText('README.md')) ?? [];
  assert.match(text, /^version:/);
  assertNone(policy.checkPolicy([fileOf(text, 'README.md')]).problems.map(policy.problemText));
});
