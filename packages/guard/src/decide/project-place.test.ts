import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from './project-place.ts';

const project = '/projects/shop';
const at = (path: string, cwd = project, tool_name = 'file.write') =>
  placeOf({ target: { tool_name }, parameters: { path, cwd } }, project);

test('a file in the project is in the project, however it is written', () => {
  for (const path of ['a.ts', './a/../b.ts', `${project}/src/a.ts`, `${project}//x/./y`]) {
    assert.equal(at(path), 'project', path);
  }
  assert.equal(at('../a.ts', `${project}/packages/x`), 'project');
});

test('a file elsewhere is outside, however it is written', () => {
  const elsewhere = [
    '../other/a.ts',
    '/etc/hosts',
    '/projects/shop2/a.ts',
    '~/x',
    '$HOME/x',
    'a/../../x',
    '/../../x',
  ];
  for (const path of elsewhere) assert.equal(at(path), 'outside', path);
  // An agent that goes elsewhere does not take its project along.
  assert.equal(at('a.ts', '/projects/other'), 'outside');
});

test('a folder for temporary files is neither', () => {
  assert.equal(at('/tmp/x/a.ts'), 'temporary');
  assert.equal(at('/tmp/../etc/hosts'), 'outside');
});

test('a project on Windows is found by either slash', () => {
  const parameters = { path: 'C:\\work\\shop\\a.ts', cwd: 'C:\\work\\shop' };
  assert.equal(
    placeOf({ target: { tool_name: 'file.edit' }, parameters }, 'C:\\work\\shop'),
    'project',
  );
});

test('every file of a patch counts', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n+x\n*** Add File: ../b.ts\n+y\n*** End Patch';
  const parameters = { patch, cwd: project };
  assert.equal(placeOf({ target: { tool_name: 'file.edit' }, parameters }, project), 'outside');
});

test('a whole machine is no project, and a command has no place', () => {
  assert.equal(
    placeOf({ target: { tool_name: 'file.write' }, parameters: { path: '/x', cwd: '/' } }, '/'),
    'outside',
  );
  assert.equal(at('a.ts', project, 'shell.exec'), 'none');
});
