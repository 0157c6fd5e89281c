import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import { riskAssessor } from '../assess-risk.ts';
import { loadGrammars } from '../grammars.ts';
import { defaultRiskSettings } from '../risk-settings.ts';
import { type OwnPlaces, ownPlacesDigest } from './own-places.ts';

const own: OwnPlaces = {
  secrets: ['/srv/shop/data'],
  safeguards: ['/srv/shop/policy.yaml'],
  origins: ['http://localhost:7319'],
  sockets: ['/run/gate.sock'],
  environment: ['COUNTERSIGN_*'],
  home: '/Users/mara',
  folder: '/srv/shop',
};
const assess = riskAssessor({ settings: defaultRiskSettings, grammar: await loadGrammars(), own });

function assessed(command: string) {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'coder',
    subject_id: null,
    target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: null },
    parameters: { command, cwd: '/srv/shop' },
  });
  return assess(action, {});
}

function isTampering(command: string): boolean {
  return assessed(command).findings.some(({ signal }) => signal === 'policy_tampering');
}

// tests/attacks/own-files.test.ts has the long lists. These few are here for the mistakes that are planted.
describe('the places of the product', () => {
  test('[OF-1] the path of a secret is recognised in upper and lower case', () => {
    assert.ok(isTampering('cat ~/.CONFIG/CounterSign/Sign-Ins.json'));
    assert.ok(isTampering('cat /SRV/Shop/DATA/x'));
    assert.ok(!isTampering('cat /srv/shop/README.md'));
  });

  test('[OF-2] a call that copies or moves a folder also takes the secrets in it', () => {
    assert.ok(isTampering('tar czf /tmp/all.tgz /srv'));
    assert.ok(isTampering('mv /srv/shop /srv/old'));
    assert.ok(!isTampering('tar czf /tmp/src.tgz src'));
  });

  test('[OF-3] the API has one port and many addresses', () => {
    for (const host of ['localhost', '127.1', '[::1]', '0x7f.1', 'localtest.me'])
      assert.ok(isTampering(`curl -d x http://${host}:7319/x`), host);
    assert.ok(!isTampering('curl -d x http://127.1:3000/x'));
  });

  test('[OF-4] a switch is set by code as well', () => {
    assert.ok(isTampering(`python3 -c "import os;os.putenv('COUNTERSIGN_URL','x')"`));
    assert.ok(isTampering('COUNTERSIGN_URL=x npm test'));
    assert.ok(!isTampering(`python3 -c "import os;os.putenv('NODE_ENV','x')"`));
  });

  test('[OF-5] the recorded digest covers every place', () => {
    assert.equal(assessed('ls').own_places, ownPlacesDigest(own));
    const others: readonly OwnPlaces[] = [
      { ...own, secrets: [] },
      { ...own, safeguards: [] },
      { ...own, origins: [] },
      { ...own, sockets: [] },
      { ...own, environment: [] },
      { ...own, home: null },
      { ...own, folder: null },
    ];
    assert.equal(new Set([own, ...others].map(ownPlacesDigest)).size, others.length + 1);
    assert.equal(
      ownPlacesDigest({ ...own, secrets: [...own.secrets, ...own.secrets] }),
      ownPlacesDigest(own),
    );
  });
});
