// Disproves: "An agent can read, copy or change the files by which it is judged, or call the API in a person's place."

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import {
  defaultRiskSettings,
  loadSqlGrammar,
  type OwnPlaces,
  riskAssessor,
} from '@countersign/risk';
import { type Attempt, attempts, everyday } from './own-files.table.ts';

const own: OwnPlaces = {
  secrets: [
    '/home/mara/shop/countersign-data',
    '/home/mara/shop/countersign-data-keys',
    '/home/mara/shop/countersign-data-keys-server-secret',
    '/home/mara/shop/countersign-data-keys-webhook-key',
    '/home/mara/.config/countersign',
    '/srv/gate/store',
  ],
  safeguards: [
    '/home/mara/shop/policy.yaml',
    '/home/mara/shop/rules',
    '/home/mara/shop/countersign.yaml',
    '/home/mara/.countersign/home-mara-shop.anchor',
    '/var/checkpoints/log.txt',
  ],
  origins: ['http://localhost:7319', 'https://approve.example.com'],
  sockets: ['/run/gate/api.sock'],
  environment: ['COUNTERSIGN_*'],
  home: '/home/mara',
  folder: '/home/mara/shop',
};

const assess = riskAssessor({
  settings: defaultRiskSettings,
  grammar: await loadSqlGrammar(),
  own,
});

function isTampering({ tool, parameters }: Attempt): boolean {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'coder',
    subject_id: null,
    target: { tool_name: tool, tool_schema_version: '1', resource: null },
    parameters,
  });
  return assess(action, {}).findings.some(
    ({ signal, level }) => signal === 'policy_tampering' && level === 'critical',
  );
}

const shown = ({ tool, parameters }: Attempt) => `${tool} ${JSON.stringify(parameters)}`;

describe('own files', () => {
  test('[OF-1] [OF-2] [OF-3] [OF-4] every way to a file, switch or address of the product is tampering', () => {
    assert.ok(attempts.length >= 150, `${attempts.length} attempts`);
    assert.deepEqual(attempts.filter(attempt => !isTampering(attempt)).map(shown), []);
  });

  test('everyday work beside these files is not tampering', () => {
    assert.deepEqual(everyday.filter(isTampering).map(shown), []);
  });
});
