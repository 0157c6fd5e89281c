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
  const { existsSync } = await import('node:fs');
  const isThere = name => existsSync(new URL(name, import.meta.url));
  if (isThere('../dist/main.js')) {
    await import('../dist/main.js');
  } else if (isThere('../src/main.ts')) {
    // A checkout that was not built: the sources run as they are.
    const { spawn } = await import('node:child_process');
    const { fileURLToPath } = await import('node:url');
    const program = fileURLToPath(import.meta.url);
    const args = ['--conditions=source', program].concat(process.argv.slice(2));
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    // The terminal sends its signals to both. This process ends with the other one.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => {
      process.exitCode = code === null ? (signal === 'SIGINT' ? 130 : 143) : code;
    });
  } else {
    process.stderr.write('Countersign is not built here. Run npm run build, then this again.\n');
    process.exitCode = 1;
  }
}
