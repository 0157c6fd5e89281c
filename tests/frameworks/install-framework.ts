import './without-source.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const minutes = 5;

/** The address of a module inside the project of a framework. The module can only be loaded after the installation. */
export function frameworkModule(name: string, file: string): string {
  return pathToFileURL(join(import.meta.dirname, name, file)).href;
}

/**
 * Installs the framework that an adapter is tested with, as its lockfile says, unless that was done before. Only these
 * tests need the frameworks, so neither `npm ci` nor `npm start` downloads them. Where the framework cannot be
 * installed, the tests are skipped and say so; with CI set, they fail.
 */
export function installFramework(name: string): boolean {
  const folder = join(import.meta.dirname, name);
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const mark = join(folder, 'node_modules', '.installed-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return true;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, error, stderr } = spawnSync('npm', args, {
    cwd: folder,
    timeout: minutes * 60_000,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    writeFileSync(mark, lock);
    return true;
  }
  const why = `the framework of ${name} cannot be installed: ${error?.message ?? stderr.trim().slice(-500)}`;
  if (process.env['CI'] === 'true') throw new Error(why);
  test(`the adapter ${name} with its framework`, { skip: why });
  return false;
}
