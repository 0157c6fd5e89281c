import { type BigIntStats, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ProtocolError } from '@countersign/protocol/reason';
import { faultCode } from './line-file.ts';

/** As many links as Linux follows. */
const linksMax = 40;

/**
 * Whether a file lies, or would lie, in a folder or below it: then a copy of the folder carries the file with it.
 * Links are followed on both sides, and neither needs to exist yet.
 */
export function isInsideFolder(file: string, folder: string): boolean {
  const place = realPlace(file);
  const outer = realPlace(folder);
  const way = relative(outer, place);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  // One folder can have two names that no link shows: letters of either case, or a second mount.
  const found = identify(outer);
  if (found === null) return false;
  for (let at = place; ; at = dirname(at)) {
    const other = identify(at);
    if (other !== null && other.dev === found.dev && other.ino === found.ino) return true;
    if (at === dirname(at)) return false;
  }
}

/** Refuses a file that a copy of the data folder would carry. */
export function assertOutside(file: string, dataFolder: string | undefined): void {
  if (dataFolder === undefined) return;
  let isInside: boolean;
  try {
    isInside = isInsideFolder(file, dataFolder);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw malformed(
      `expected a place that can be looked at, found ${faultCode(error) ?? 'a fault'}`,
    );
  }
  if (!isInside) return;
  throw malformed(
    'expected a place outside the data folder, found one inside it; a restored copy of the folder would restore this file too',
  );
}

function malformed(message: string): ProtocolError {
  return new ProtocolError('options_malformed', '/file', message);
}

/** The path without links, as far as it exists. */
function realPlace(path: string, links = 0): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    if (faultCode(error) !== 'ENOENT') throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const place = join(realPlace(parent, links), basename(absolute));
  // A link to what does not exist yet decides where it will be made.
  if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
  if (links >= linksMax) throw malformed('expected a path, found a circle of links');
  return realPlace(resolve(dirname(place), readlinkSync(place)), links + 1);
}

function identify(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}
