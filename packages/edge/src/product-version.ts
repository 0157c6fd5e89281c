import { readFileSync } from 'node:fs';

/** The version of the product. All packages have the same one, and their package.json is where it stands. */
export const productVersion = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
