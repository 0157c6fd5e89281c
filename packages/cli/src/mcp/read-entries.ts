import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type ConfigForm, serversOf, titleOf } from './wrap-config.ts';
import { commandOf, isBehindTheGate, isObject } from './wrap-entry.ts';
import { tomlEntries } from './wrap-toml.ts';

/** A server in the configuration of a client. */
interface ConfiguredServer {
  readonly name: string;
  /** The name, and the project that the server belongs to, where there is one. */
  readonly title: string;
  /** Null where the client does not start it. */
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  readonly isBehindTheGate: boolean;
}

export function readEntries(text: string, config: ConfigForm): readonly ConfiguredServer[] {
  const { syntax, member } = config;
  const entries =
    syntax === 'toml'
      ? Object.entries(tomlEntries(text, member)).map(([name, entry]) => ({
          ...{ name, entry, project: null },
        }))
      : serversOf(text, config);
  return entries.flatMap(({ name, entry, project }) =>
    isObject(entry) ? [{ ...readEntry(entry, config), name, title: titleOf(name, project) }] : [],
  );
}

function readEntry(entry: JsonObject, { form }: ConfigForm) {
  const env: JsonValue | undefined = entry[form === 'one_list' ? 'environment' : 'env'];
  return {
    command: commandOf(entry, form),
    env: isObject(env)
      ? Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
      : {},
    isBehindTheGate: isBehindTheGate(entry, form),
  };
}
