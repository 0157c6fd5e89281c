import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';
import { addingForms, carrierForms } from './testing/carrier-forms.table.ts';

function asks(form: string, command: string): boolean {
  const { level } = assessSample({
    tool: 'Bash',
    parameters: { command: form.replace('CMD', command) },
  });
  return atLeastRisk(level, 'high');
}

test('a command is found wherever another program runs it', () => {
  const forms = [...carrierForms, ...addingForms];
  assert.deepEqual(
    forms.filter(form => !asks(form, 'rm -rf /srv/data')),
    [],
  );
});

test('a harmless command stays harmless where another program runs it', () => {
  assert.deepEqual(
    carrierForms.filter(form => asks(form, 'ls -la src')),
    [],
  );
});

test('a verb of another program and words for people are no commands', () => {
  const lines = [
    'todo rm 5',
    'acme notify "please rm the old files"',
    'acme log "git push to main failed"',
    'acme images ls',
    'aws s3 ls s3://assets/',
    'git commit -m "rm -rf /srv/data was wrong"',
  ];
  const asking = lines.filter(command =>
    atLeastRisk(assessSample({ tool: 'Bash', parameters: { command } }).level, 'high'),
  );
  assert.deepEqual(asking, []);
});
