import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * The checkout of a newcomer: what git would give them and nothing that was built here. What npm would install is
 * linked in its place, so that nothing is downloaded for it; the packages themselves are copies.
 */
export class FreshClone {
  readonly home: string;
  readonly folder: string;

  constructor() {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-newcomer-')));
    this.folder = join(this.home, 'countersign');
    const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = listed.split('\0').filter(path => path !== '' && existsSync(join(root, path)));
    for (const path of files) copy(path, this.folder);
    this.#linkInstalled('node_modules');
    for (const name of readdirSync(join(root, 'packages'))) {
      this.#linkInstalled(`packages/${name}/node_modules`);
    }
  }

  /** The programs that npm puts before all others, its own Node among them: with these, no start is a first one. */
  linkPrograms(): void {
    symlinkSync(join(root, 'node_modules', '.bin'), join(this.folder, 'node_modules', '.bin'));
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  #linkInstalled(path: string): void {
    const from = join(root, path);
    const to = join(this.folder, path);
    if (!existsSync(from)) return;
    mkdirSync(to);
    for (const name of readdirSync(from)) {
      // The links to our own packages are relative, so that a copy of them leads to our own copies.
      if (name === '@countersign' || name === '.package-lock.json') {
        cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
      } else if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
    }
  }
}

function copy(path: string, to: string): void {
  const target = join(to, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, path), target, { verbatimSymlinks: true });
}
