import { createHmac } from 'node:crypto';
import type { Sealing } from '@countersign/client';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type SealKey, sealKey } from '@countersign/protocol/sealed';
import type { ToolCall } from '../message/client-message.ts';

/** The arguments, by tool, that only the gateway and the MCP server see. */
export class Seals {
  readonly #paths: ReadonlyMap<string, readonly string[]>;
  readonly #key: SealKey;

  /** The key is made from a secret that all gateways of one caller share, so that the same call gets the same seals. */
  constructor(paths: ReadonlyMap<string, readonly string[]>, secret: string) {
    this.#paths = paths;
    this.#key = sealKey(createHmac('sha256', secret).update('countersign mcp seal 1').digest());
  }

  /** What to seal of this call. A path that leads to nothing in it has nothing to seal. */
  of({ name, arguments: given, more }: ToolCall): Sealing | undefined {
    const paths = (this.#paths.get(name) ?? []).filter(path => leadsTo(given, path));
    if (paths.length === 0) return undefined;
    const isPlain = Object.keys(more).length === 0;
    return { paths: isPlain ? paths : paths.map(path => `/arguments${path}`), key: this.#key };
  }
}

function leadsTo(given: JsonObject, path: string): boolean {
  const steps = path
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: JsonValue = given;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as JsonObject)[step] as JsonValue;
  }
  return true;
}
