import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ActionInput } from '@countersign/client';
import { type Digest, sha256, sha256OfBytes } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { Precondition } from '@countersign/protocol/request';
import type { CommandText } from './command.ts';
import { chooseEnvironment, type EnvironmentChoice, mayLoadCode } from './environment.ts';
import { fileDigest } from './file-digest.ts';
import { findExecutable } from './find-executable.ts';
import { NotStarted } from './not-started.ts';
import type { Surroundings } from './surroundings.ts';

/** What a caller wants, as copies. The world it is to happen in is looked at again each time. */
export interface WantedCommand {
  readonly text: CommandText;
  /** As it was given; relative to the directory of the process. */
  readonly cwd: string | undefined;
  readonly shell: string;
  readonly environment: EnvironmentChoice;
  readonly stdin: Uint8Array | null;
  readonly showStdin: boolean;
}

/** A command in the world as it was at one moment: everything that `spawn` is given, and what is bound of it. */
export interface MeasuredCommand {
  readonly executable: string;
  /** The words after the program's own name. */
  readonly words: readonly string[];
  /** The name that the program hears itself called by. */
  readonly calledAs: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array | null;
  /** What people and policy see, and what the digest of the action covers. */
  readonly parameters: JsonObject;
  readonly preconditions: readonly Precondition[];
  /** What is run cannot be told from what is shown of it. */
  readonly isOpaque: boolean;
}

/**
 * Looks at everything that decides what a command does when it starts: the real path and the bytes of the program, the
 * real path of the directory, the environment, what it reads. What the program loads when it runs, libraries, scripts
 * and the interpreter of a script included, is its own business and not bound.
 */
export function measureCommand(wanted: WantedCommand, present: Surroundings): MeasuredCommand {
  const { text, shell, stdin, showStdin } = wanted;
  const cwd = realFolder(resolve(present.cwd, wanted.cwd ?? '.'));
  const environment = chooseEnvironment(wanted.environment, present.env);
  const path = environment.values['PATH'];
  const calledAs = 'argv' in text ? (text.argv[0] ?? '') : shell;
  const executable = findExecutable(calledAs, { cwd, path });
  if (executable === null) {
    const detail =
      'the program is not an executable file on the PATH of the command, nor at the given path';
    throw new NotStarted('command_not_found', detail);
  }
  const program = { path: executable, digest: digestOfExecutable(executable) };
  return {
    executable,
    words: 'argv' in text ? text.argv.slice(1) : ['-c', text.command],
    calledAs,
    cwd,
    env: environment.values,
    stdin,
    parameters: {
      ...('argv' in text ? { argv: [...text.argv] } : { command: text.command }),
      executable: program,
      cwd,
      env: { names: [...environment.names], digest: environment.digest },
      ...(path === undefined ? {} : { search_path: path }),
      stdin: stdin === null ? null : shownInput(stdin, showStdin),
    },
    preconditions: [
      { name: 'executable', digest: sha256(program) },
      { name: 'directory', digest: sha256(cwd) },
      { name: 'environment', digest: environment.digest },
    ],
    isOpaque: (stdin !== null && stdin.length > 0) || mayLoadCode(environment.names),
  };
}

/** What is asked about. */
export function actionOf(
  { parameters, cwd }: MeasuredCommand,
  subject: string | null,
): ActionInput {
  return {
    subject_id: subject,
    target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: cwd },
    parameters,
  };
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // The same answer as for a file in its place.
  }
  throw new NotStarted('command_not_found', 'the directory to run the command in does not exist');
}

function digestOfExecutable(path: string): Digest {
  try {
    return fileDigest(path);
  } catch {
    const detail = 'the program could not be read, so its content cannot be bound';
    throw new NotStarted('command_not_found', detail);
  }
}

function shownInput(bytes: Uint8Array, shown: boolean): JsonObject {
  const bound = { bytes: bytes.length, digest: sha256OfBytes(bytes) };
  return shown ? { ...bound, text: new TextDecoder().decode(bytes) } : bound;
}
