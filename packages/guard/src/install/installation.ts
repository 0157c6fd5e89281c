/** Whose settings hold the hook: those of one person, of one project, or of the machine. */
export type Scope = 'user' | 'project' | 'managed';

/** Where an agent looks for its settings. */
export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
}

/** What a hook needs to reach the server. */
export interface Installation {
  readonly scope: Scope;
  readonly server: string;
  readonly key: string;
  /** The agent in whose name calls are proposed. */
  readonly agentName: string;
  /** The program that agents start: the path of Node, of our file, and of its set-up. */
  readonly node: string;
  readonly program: string;
  readonly setup: string;
  /** The program that the agent loads, as JavaScript, where it loads one. */
  readonly source: string;
  /** The agent runs without a person. A call that waits ends the run, which is resumed after the decision. */
  readonly isHeadless: boolean;
}

/** Seconds: how long a person may take, when the program refuses by itself, and when the agent gives up. */
export interface Waits {
  readonly hold: number;
  readonly deadline: number;
  readonly timeout: number;
}

/** How one agent is guarded. Everything is text in and text out. */
export interface Installer {
  readonly agent: string;
  readonly scopes: readonly Scope[];
  readonly waits: Waits;
  /** Whether the agent starts our program. The others reach the server by themselves. */
  readonly startsProgram: boolean;
  /** The files that change, first the one that says whether the guard is installed. */
  files(place: Place, scope: Scope): readonly string[];
  /** The text of a file with the guard; null where the file is not needed. Throws SettingsUnreadable. */
  install(file: string, text: string | null, installation: Installation): string | null;
  /** The text without the guard; null where nothing else is left. */
  remove(file: string, text: string): string | null;
  /** What is wrong with the text of a file, in words. Empty where the guard is whole. */
  examine(file: string, text: string): readonly string[];
}

/** The settings of an agent cannot be changed without guessing. */
export class SettingsUnreadable extends Error {
  override readonly name = 'SettingsUnreadable';
}
