import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPolicy } from '../policy.ts';
import { base, fileOf, withRules } from '../testing/policies.ts';
import { durationText, secondsOf } from './duration.ts';
import type { Layer } from './policy-file.ts';
import { problemText } from './problem.ts';

function problems(text: string, layer: Layer = 'operator'): readonly string[] {
  const files = layer === 'user' ? [fileOf(base), fileOf(text, 'user')] : [fileOf(text, layer)];
  return checkPolicy(files).problems.map(problemText);
}

function warnings(text: string): readonly string[] {
  return checkPolicy([fileOf(text)]).warnings.map(problemText);
}

/** The base with one line replaced or added. */
function changed(from: string | RegExp, to: string): string {
  const text = base.replace(from, to);
  assert.notEqual(text, base);
  return text;
}

describe('documents', () => {
  test('a complete document has no problems', () => {
    assert.deepEqual(problems(base), []);
  });

  for (const [name, text, expected] of [
    [
      'an unknown key',
      `${base}rulez: []\n`,
      /operator\.yaml:\d+:1: unknown key "rulez".*did you mean "rules"/,
    ],
    ['a version that is a number', changed('"7"', '1.10'), /:1:10: .*1\.10.*quote it: "1\.10"/],
    ['no version', changed('version: "7"\n', ''), /expected a version/],
    [
      '[GT-1] default: allow in mode enforce',
      changed('deny', 'allow'),
      /:2:10: .*found allow.*GT-1/,
    ],
    ['no default anywhere', changed('default: deny\n', ''), /expected default/],
    ['[GT-6] no default chain', changed('default_chain: team\n', ''), /default_chain.*GT-6/],
    ['[GT-6] no chain by risk', changed(/chain_by_risk.*\n/, ''), /chain_by_risk.*GT-6/],
    ['[GT-6] a risk level without a chain', changed('high: team, ', ''), /:4:16: .*none for high/],
    ['a layer of its own', `${base}layer: system\n`, /cannot name its own layer/],
    ['[TM-4] a document in which a timeout allows', `${base}on_timeout: allow\n`, /TM-4/],
    ['[TM-4] a timeout under another name', `${base}timeout_action: approve\n`, /TM-4/],
    ['[GT-1] failing open', `${base}fail_open: true\n`, /GT-1/],
    ['an unknown mode', `${base}mode: enforced\n`, /did you mean "enforce"/],
    ['observing alone', changed('version: "7"', 'version: "7"\nmode: observe'), /mode enforce/],
    [
      'rules that are no list',
      `${base}rules: { a: 1 }\n`,
      /expected a list of rules, found a mapping/,
    ],
    [
      'a limit that is text',
      `${base}risk: { amount_max: "1000" }\n`,
      /expected amount_max: a number/,
    ],
    ['a limit below zero', `${base}risk: { records_max: -1 }\n`, /from 0/],
    ['an unknown limit', `${base}risk: { amout_max: 1 }\n`, /did you mean "amount_max"/],
    ['fatigue without a window', `${base}fatigue: { requests: 3 }\n`, /window/],
    ['a route for nothing', `${base}routes: [{ route: webhook }]\n`, /action_type or risk/],
    [
      'an unknown route',
      `${base}routes: [{ risk: high, route: slack }]\n`,
      /same_conversation, admin_channel, webhook/,
    ],
  ] as const) {
    test(`${name} is refused`, () => assert.match(problems(text).join('\n'), expected));
  }

  test('all problems are reported at once, in the order of the file', () => {
    const text = changed('deny', 'allow').replace('"7"', '7');
    const found = problems(
      `${text}rules: [{ id: x, outcome: alow }, { id: x, outcome: deny }]\nextra: 1\n`,
    );
    assert.deepEqual(
      found.map(each => Number(each.split(':')[1])),
      [1, 2, 12, 12, 13],
    );
  });

  test('an unreadable file does not make its definitions unknown elsewhere', () => {
    const broken = fileOf('chains: [', 'system', 'broken.yaml');
    const using = fileOf(withRules('{ id: a, outcome: require_approval, chain: elsewhere }'));
    const found = checkPolicy([broken, using]).problems.map(problemText);
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^broken\.yaml:1:\d+: expected YAML/);
    assert.equal(checkPolicy([fileOf('just text')]).problems.length, 1);
  });

  test('an empty set of files, and files without a layer, are problems', () => {
    assert.equal(checkPolicy([]).problems.length, 1);
    const stray = { ...fileOf(base), layer: 'root' as Layer };
    assert.match(checkPolicy([stray]).problems.map(problemText).join(), /expected a layer/);
  });

  test('user documents may contain rules, but neither chains nor limits', () => {
    assert.deepEqual(problems('version: "1"\nrules: [{ id: a, outcome: deny }]', 'user'), []);
    for (const key of ['chains: []', 'risk: {}', 'default_chain: team', 'cooldown: 1s']) {
      assert.match(
        problems(`version: "1"\n${key}`, 'user').join(),
        /user layer may contain only rules/,
      );
    }
  });

  test('two documents cannot both set the default chain', () => {
    const second = fileOf('version: "1"\ndefault_chain: team', 'system');
    const found = checkPolicy([fileOf(base), second]).problems.map(problemText);
    assert.match(found.join(), /found it again; first in operator\.yaml/);
  });

  test('an enforcing document cannot depend on an observing one', () => {
    const observed = fileOf(
      'version: "1"\nmode: observe\nchains: [{ id: future, stages: [{ name: s, approvers: { roles: [r] } }] }]',
      'operator',
      'observed.yaml',
    );
    const rules = fileOf(withRules('{ id: a, outcome: require_approval, chain: future }'));
    assert.match(
      checkPolicy([rules, observed]).problems.map(problemText).join(),
      /unknown chain "future"/,
    );
  });

  test('valid settings that are probably a mistake give a warning', () => {
    assert.match(warnings(base).join(), /chain "self" is never used/);
    const lax = changed('critical: pair', 'critical: self');
    assert.match(warnings(lax).join('\n'), /less strict than the chain for the level below/);
    const night = (after: string) =>
      `${withRules('{ id: a, outcome: require_approval, chain: night }').replace(
        'chains:\n',
        `chains:\n  - { id: night, stages: [{ name: s, approvers: { roles: [r] }, escalation: [{ after: ${after}, approvers: { roles: [q] } }] }] }\n`,
      )}`;
    assert.match(warnings(night('15m')).join('\n'), /join after the request has expired/);
    assert.doesNotMatch(warnings(night('14m')).join('\n'), /join after the request has expired/);
    assert.deepEqual(problems(night('14m')), []);
  });
});

describe('rules', () => {
  for (const [name, rule, expected] of [
    ['no id', '{ outcome: deny }', /expected an id/],
    ['an id with spaces', '{ id: "a b", outcome: deny }', /letters, digits/],
    [
      "an id that is the evaluator's",
      '{ id: risk.high, outcome: deny }',
      /does not start with risk\./,
    ],
    ['nothing to do', '{ id: a, match: { tool: x } }', /does nothing/],
    [
      'a misspelt outcome',
      '{ id: a, outcome: requires_approval }',
      /did you mean "require_approval"/,
    ],
    ['a misspelt key', '{ id: a, outcome: deny, mach: {} }', /did you mean "match"/],
    [
      'an unknown match member',
      '{ id: a, outcome: deny, match: { tol: x } }',
      /did you mean "tool"/,
    ],
    [
      'parameters in match',
      '{ id: a, outcome: deny, match: { parameters: x } }',
      /when: parameters\.name/,
    ],
    ['an empty list', '{ id: a, outcome: deny, match: { tool: [] } }', /empty list/],
    ['a pattern that is a number', '{ id: a, outcome: deny, match: { tool: 7 } }', /quote it: "7"/],
    [
      'an unknown signal',
      '{ id: a, outcome: deny, match: { signal: irreversable } }',
      /did you mean "irreversible"/,
    ],
    [
      'an unknown action type',
      '{ id: a, outcome: deny, match: { action_type: payments } }',
      /did you mean "payment"/,
    ],
    [
      'an unknown risk level',
      '{ id: a, outcome: deny, match: { risk: hihg } }',
      /did you mean "high"/,
    ],
    [
      'an unknown chain',
      '{ id: a, outcome: require_approval, chain: teem }',
      /unknown chain "teem".*did you mean "team"/,
    ],
    ['[GT-2] a chain with a deny', '{ id: a, outcome: deny, chain: team }', /GT-2/],
    [
      'times with an allow',
      '{ id: a, outcome: allow, expires_in: 5m }',
      /only with outcome require_approval/,
    ],
    ['a time in words', '{ id: a, outcome: require_approval, expires_in: 3 weeks }', /15m, 1h30m/],
    ['no time at all', '{ id: a, outcome: require_approval, expires_in: 0 }', /from 1 s/],
    ['more than a year', '{ id: a, outcome: require_approval, execute_within: 400d }', /31536000/],
    [
      '[TM-4] a timeout that allows',
      '{ id: a, outcome: require_approval, on_timeout: allow }',
      /TM-4/,
    ],
    [
      'a sealed path that is no pointer',
      '{ id: a, sealed: card.number }',
      /write "\/card\/number"/,
    ],
    ['an unknown annotation', '{ id: a, annotate: shout }', /warn, log, audit/],
    [
      'two annotations in one',
      '{ id: a, annotate: { warn: x, log: y } }',
      /expected one annotation/,
    ],
    ['another audit', '{ id: a, audit: async }', /audit: sync/],
    ['a broken sentence', '{ id: a, outcome: allow, display: "Pay {amount" }', /without its "}"/],
    [
      'a sentence with a name',
      '{ id: a, outcome: allow, display: "Pay {amount}" }',
      /JSON Pointer/,
    ],
    ['a condition that is a boolean', '{ id: a, outcome: allow, when: true }', /condition in CEL/],
    [
      'a condition over the cap',
      `{ id: a, outcome: allow, when: '${'true && '.repeat(400)}true' }`,
      /at most 2048/,
    ],
    [
      'a catastrophic expression',
      '{ id: a, outcome: allow, when: "parameters.x.matches(\'(a+)+$\')" }',
      /repetition of a repetition/,
    ],
  ] as const) {
    test(`${name} is refused in a rule`, () => {
      const found = problems(withRules(rule));
      assert.match(found.join('\n'), expected);
      assert.match(found[0] ?? '', /^operator\.yaml:1[23]:\d+: /);
    });
  }

  test('a fault in a condition is reported at its line and column', () => {
    const [found] = problems(
      `${base}rules:\n  - id: a\n    outcome: deny\n    when: |\n      parameters.a == 1 &&\n        params.b == 2\n`,
    );
    assert.match(found ?? '', /^operator\.yaml:17:9: unknown name "params"/);
  });

  test('duplicate ids are found across files, with the place of the first', () => {
    const other = fileOf('version: "1"\nrules: [{ id: a, outcome: deny }]', 'user');
    const found = checkPolicy([fileOf(withRules('{ id: a, outcome: allow }')), other]).problems;
    assert.match(found.map(problemText).join(), /^user\.yaml:2:9: .*first at operator\.yaml:13/);
  });
});

describe('chains', () => {
  const chain = (stages: string) =>
    `${base.replace('chains:\n', `chains:\n  - { id: x, stages: ${stages} }\n`)}`;

  for (const [name, stages, expected] of [
    ['[CH-6] no stage', '[]', /CH-6/],
    [
      '[CH-6] no required stage',
      '[{ name: s, approvers: { roles: [r] }, required: false }]',
      /required stage/,
    ],
    ['[CH-6] a stage without an approver', '[{ name: s, approvers: {} }]', /expected an approver/],
    [
      '[CH-6] a quorum above the people',
      '[{ name: s, approvers: { identities: [a] }, quorum: 2 }]',
      /:6:\d+: .*quorum/,
    ],
    [
      '[CH-6] one person for two stages',
      '[{ name: s, approvers: { identities: [a] } }, { name: t, approvers: { identities: [a] } }]',
      /too few people remain for stage "t"/,
    ],
    [
      '[CH-6] a service by role',
      '[{ name: s, approvers: { roles: [r] }, approver_kinds: [service] }]',
      /never admitted by role/,
    ],
    [
      '[ES-1] a step without a delay',
      '[{ name: s, approvers: { roles: [r] }, escalation: [{ approvers: { roles: [q] } }] }]',
      /expected after in every step/,
    ],
    [
      '[ES-1] a step without approvers',
      '[{ name: s, approvers: { roles: [r] }, escalation: [{ after: 5m }] }]',
      /expected the approvers of the step/,
    ],
    [
      '[ES-1] no step',
      '[{ name: s, approvers: { roles: [r] }, escalation: [] }]',
      /at least one step in escalation/,
    ],
    [
      '[ES-1] steps in another order',
      '[{ name: s, approvers: { roles: [r] }, escalation: [{ after: 9m, approvers: { roles: [q] } }, { after: 5m, approvers: { roles: [p] } }] }]',
      /in the order of their time/,
    ],
    [
      '[ES-1] a delay that is no time',
      '[{ name: s, approvers: { roles: [r] }, escalation: [{ after: soon, approvers: { roles: [q] } }] }]',
      /after: a time such as 15m/,
    ],
    [
      'min_assurance below conversation',
      '[{ name: s, approvers: { roles: [r] }, min_assurance: client_asserted }]',
      /at least conversation/,
    ],
    [
      'an unknown assurance',
      '[{ name: s, approvers: { roles: [r] }, min_assurance: sesion }]',
      /did you mean "session"/,
    ],
    ['roles at the wrong place', '[{ name: s, roles: [r] }]', /write approvers: \{ roles/],
    [
      'a boolean in another language',
      '[{ name: s, approvers: { roles: [r] }, required: no }]',
      /write false/,
    ],
    ['[TM-4] a timeout', '[{ name: s, approvers: { roles: [r] }, timeout: 5m }]', /TM-4/],
    ['a quorum of none', '[{ name: s, approvers: { roles: [r] }, quorum: 0 }]', /from 1 to 100/],
  ] as const) {
    test(`${name} is refused in a chain`, () =>
      assert.match(problems(chain(stages)).join('\n'), expected));
  }

  test('a chain with a problem is not also reported as unknown', () => {
    const found = problems(chain('[]').replace('default_chain: team', 'default_chain: x'));
    assert.equal(found.length, 1);
  });
});

test('durations are written as people write them', () => {
  for (const [written, seconds] of [
    ['15m', 900],
    ['1h30m', 5400],
    ['2d', 172_800],
    ['90', 90],
    [90, 90],
    ['1h30', null],
    ['30m1h', null],
    ['-5m', null],
    ['5 m', null],
    ['', null],
    [1.5, null],
  ] as const) {
    assert.equal(secondsOf(written), seconds, String(written));
  }
  assert.equal(durationText(5400), '1 h 30 min');
  assert.equal(durationText(0), '0 s');
});
