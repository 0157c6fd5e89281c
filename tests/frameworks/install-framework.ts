import './without-source.ts';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installProject } from '../../tools/test-projects.mjs';

/** The address of a module inside the project of a framework. The module can only be loaded after the installation. */
export function frameworkModule(name: string, file: string): string {
  return pathToFileURL(join(import.meta.dirname, name, file)).href;
}

/**
 * Installs the framework that an adapter is tested with, as its lockfile says, unless that was done before. Only these
 * tests need the frameworks, so neither `npm ci` nor `npm start` downloads them. Where the framework cannot be
 * installed, the tests are skipped and say so; with CI set, they fail. A program of hundreds of megabytes is an optional package,
 * which the project leaves out (`.npmrc`): only a proof installs the `whole`.
 */
export function installFramework(name: string, whole = false): boolean {
  const why = installProject(join(import.meta.dirname, name), { whole });
  if (why === null) return true;
  if (process.env['CI'] === 'true') throw new Error(why);
  test(`the adapter ${name} with its framework`, { skip: why });
  return false;
}
