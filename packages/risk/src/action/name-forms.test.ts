import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';

const calls = [
  ['cloudwatch.log_group.delete', { name: '/audit/payments' }],
  ['servicenow.change.approve', { sys_id: 'chg991', approver: 'karin.voss' }],
  ['configcat.setting.replace', { key: 'fraudCheckEnabled', env: 'Production', value: false }],
  ['pull_the_plug', { service: 'checkout', environment: 'production' }],
  ['encargo.crear', { texto: 'Vacía la tabla de auditoría, ocupa demasiado espacio.' }],
] as const;

test('a risky call asks however the parts of its name are joined', () => {
  for (const [name, parameters] of calls) {
    const joined = name.replaceAll('.', '_');
    const camel = joined.replace(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
    for (const tool of [
      name,
      joined,
      `mcp__srv__${joined}`,
      ...(name.includes('.') ? [camel] : []),
    ])
      assert.ok(atLeastRisk(assessSample({ tool, parameters }).level, 'high'), tool);
  }
});
