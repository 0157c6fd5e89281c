#!/usr/bin/env node
// Plain and old JavaScript: it must run on a Node that is too old for the rest, to say just that.
const wanted = [22, 18];
const found = process.versions.node.split('.').map(Number);
const isOld = found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1]);

if (isOld) {
  process.stderr.write(
    'Countersign needs Node ' +
      wanted.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      ', at ' +
      process.execPath +
      '.\nInstall a newer one from https://nodejs.org, or choose it with your version manager.\n',
  );
  process.exitCode = 1;
} else if (process.execArgv.indexOf('--conditions=source') >= 0) {
  await import('../src/main.ts');
} else {
  await import('../dist/main.js');
}
