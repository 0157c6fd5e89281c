import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseStrict } from '@countersign/protocol/json';
import { isObject } from '../message/rpc.ts';

/** What was seen of a tool when it was first seen, or last accepted. */
export interface Pin {
  readonly digest: string;
  /** The definition as JSON, to show what changed. */
  readonly definition: string;
}

/** The definitions that count for one server of tools. */
export interface ToolPins {
  /** Null where nothing was ever recorded for this server. */
  read(): ReadonlyMap<string, Pin> | null;
  write(pins: ReadonlyMap<string, Pin>): void;
  /** The names of the tools of the operator's other servers. */
  otherNames(): ReadonlySet<string>;
}

const fileBytesMax = 2 ** 26;

/** Pins in a folder: a file for each server. Only its owner can read it. */
export function filePins(folder: string, server: { name: string; digest: string }): ToolPins {
  const own = `${server.name}.${server.digest.replace(/^sha256:/u, '').slice(0, 16)}.json`;
  return {
    read: () => readPins(join(folder, own)),
    write: pins => {
      const file = join(folder, own);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const next = `${file}.${randomUUID()}.tmp`;
      const tools = Object.fromEntries(pins);
      writeFileSync(next, `${JSON.stringify({ form: 'mcp-pins-1', tools }, null, 2)}\n`, {
        mode: 0o600,
      });
      renameSync(next, file);
    },
    otherNames: () =>
      new Set(
        filesIn(folder)
          .filter(file => file !== own)
          .flatMap(file => [...(readPins(join(folder, file))?.keys() ?? [])]),
      ),
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(file => /\.[0-9a-f]{16}\.json$/u.test(file));
  } catch {
    return [];
  }
}

/** A file that cannot be read is not the same as none: then nothing counts as seen. */
function readPins(file: string): ReadonlyMap<string, Pin> | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const value = parseStrict(bytes, { bytesMax: fileBytesMax });
  const tools = isObject(value) && value['form'] === 'mcp-pins-1' ? value['tools'] : undefined;
  if (tools === undefined || !isObject(tools)) throw new Error(`${file} is not a file of pins`);
  return new Map(
    Object.entries(tools).flatMap(([name, pin]) =>
      isObject(pin) && typeof pin['digest'] === 'string' && typeof pin['definition'] === 'string'
        ? [[name, { digest: pin['digest'], definition: pin['definition'] }] as const]
        : [],
    ),
  );
}
