import type { ConfigForm } from './wrap-config.ts';
import { readConfig } from './wrap-config.ts';
import { commandOf, isBehindTheGate, isObject } from './wrap-entry.ts';
import { tomlEntries } from './wrap-toml.ts';

/** A server in the configuration of a client. */
interface ConfiguredServer {
  readonly name: string;
  /** Null where the client does not start it. */
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  readonly isBehindTheGate: boolean;
}

export function readEntries(text: string, config: ConfigForm): readonly ConfiguredServer[] {
  const { syntax, member, form } = config;
  const servers = syntax === 'toml' ? tomlEntries(text, member) : readConfig(text)[member];
  if (!isObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, entry]) => {
    if (!isObject(entry)) return [];
    const env = entry[form === 'one_list' ? 'environment' : 'env'];
    return {
      name,
      command: commandOf(entry, form),
      env: isObject(env)
        ? Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
        : {},
      isBehindTheGate: isBehindTheGate(entry, form),
    };
  });
}
