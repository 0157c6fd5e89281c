// Finds out whether what package-lock.json names is installed, which npm to install it with, and which
// Node to run everything else on.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { Explained, exists, packageFolders, readJson, root } from './checkout.mjs';

const bin = join(root, 'node_modules', '.bin');

/**
 * Compares content, not dates: npm leaves a list of what it installed, and that list must name every
 * package of the lockfile that fits this platform. A hand-run `npm install` satisfies it as well, and
 * an interrupted one does not, because npm writes the list last.
 */
export function isInstalled() {
  const wanted = readJson('package-lock.json').packages;
  checkLockFits(wanted);
  if (!exists('node_modules/.package-lock.json')) return false;
  const found = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && fitsPlatform(entry))
    .every(([path, { version, integrity }]) => {
      const entry = found[path];
      return entry !== undefined && entry.version === version && entry.integrity === integrity;
    });
}

function fitsPlatform({ os, cpu, libc }) {
  const fits = (list, value) => list === undefined || list.includes(value);
  const isLinux = process.platform === 'linux';
  return (
    fits(os, process.platform) && fits(cpu, process.arch) && (!isLinux || fits(libc, linuxLibc()))
  );
}

let libcFound;
function linuxLibc() {
  libcFound ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return libcFound;
}

/** A lockfile that does not fit would be rewritten on the way, and then two clones would differ. */
function checkLockFits(lock) {
  const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  for (const folder of ['.', ...packageFolders()]) {
    const manifest = readJson(`${folder}/package.json`);
    const locked = lock[folder === '.' ? '' : folder];
    const field = fields.find(each => sorted(manifest[each]) !== sorted(locked?.[each]));
    if (field === undefined && locked !== undefined) continue;
    throw new Explained(
      `package-lock.json does not fit ${folder}/package.json${field ? ` (${field})` : ''}. Run npm install, then the same command again.`,
    );
  }
}

function sorted(record = {}) {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * How to call npm. It runs under its own Node, and without ours on its PATH: it may replace the Node
 * that lives in node_modules.
 */
export function npmCommand(args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const env = { PATH: pathWithoutBin() };
  if (cli !== undefined && basename(cli).startsWith('npm-cli')) {
    return { command: node ?? process.execPath, args: [cli, ...args], env };
  }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args, env };
}

function pathWithoutBin() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter(folder => resolve(folder) !== bin).join(delimiter);
}

/** A PATH on which the tools of this repository, its Node among them, come first. */
export function pathWithBin() {
  return [bin, pathWithoutBin()].join(delimiter);
}

/** The Node that npm brought, or else the machine's own if it can run TypeScript from source. */
export function chooseNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const brought = join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) return brought;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Explained(
    `Countersign needs Node 22.18 or newer. Found ${process.version} at ${process.execPath}, and npm brought no Node 24 that runs on ${process.platform}-${process.arch}. Install Node 24 from nodejs.org, then run the same command again.`,
  );
}
