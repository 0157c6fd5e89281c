/**
 * The origin of a piece of text, as far as it decides how risky it is to run, send or remove the text. `network` was
 * downloaded, `encoded` was decoded or assembled, `secret` holds a credential, `generated` is the output of a program
 * that is not simulated. `listed` is a name from a list of a folder in which secrets of the product lie.
 */
export type Origin = 'network' | 'encoded' | 'secret' | 'generated' | 'listed';

/** Stands in `Value.text` for a stretch that only the running shell would know. */
export const UNKNOWN = '\uFFFC';

/** One field of a command line, one variable or one stream, as far as it can be known beforehand. */
export interface Value {
  readonly text: string;
  readonly origins: ReadonlySet<Origin>;
  /** Names of variables without a known value that went into the text. */
  readonly variables: readonly string[];
  /** True if unquoted wildcards are left for the shell to match. */
  readonly glob: boolean;
  /** What a process substitution would deliver to the reader of this name. */
  readonly stream?: Value;
  /** The file that a stream was read from. */
  readonly file?: string;
}

const nowhere: ReadonlySet<Origin> = new Set<Origin>([]);

export function literal(text: string): Value {
  return { text, origins: nowhere, variables: [], glob: false };
}

export function unknown(origins: Iterable<Origin> = [], variables: readonly string[] = []): Value {
  return { text: UNKNOWN, origins: new Set(origins), variables, glob: false };
}

export function isKnown(value: Value): boolean {
  return !value.text.includes(UNKNOWN);
}

/** One text after the other, with everything that is known about either. */
export function joinValues(values: readonly Value[], separator = ''): Value {
  const [only] = values;
  if (only !== undefined && values.length === 1) return only;
  return {
    text: values.map(value => value.text).join(separator),
    origins: new Set(values.flatMap(value => [...value.origins])),
    variables: values.flatMap(value => value.variables).slice(0, 32),
    glob: values.some(value => value.glob),
  };
}

export function withOrigins(value: Value, ...origins: readonly Origin[]): Value {
  return { ...value, origins: new Set([...value.origins, ...origins]) };
}

/** The text for a person: bounded, on one line, with unknown stretches shown as such. */
export function display(text: string): string {
  const line = text.slice(0, 61).replaceAll(UNKNOWN, '…').replaceAll('\n', ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
