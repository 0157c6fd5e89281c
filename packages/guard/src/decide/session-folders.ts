const callersMax = 1000;
const sessionsMax = 256;

/**
 * The folder in which each session began. An agent that goes elsewhere does not take its project along. Every caller has
 * room of its own, so that no caller can make the guard forget the folders of another, or set them.
 */
export class SessionFolders {
  readonly #callers = new Map<string, Map<string, string>>();

  of(caller: string, session: string, cwd: string): string {
    const folders = this.#callers.get(caller) ?? new Map<string, string>();
    const known = folders.get(session);
    if (known !== undefined) return known;
    if (folders.size === 0) put(this.#callers, caller, folders, callersMax);
    put(folders, session, cwd, sessionsMax);
    return cwd;
  }
}

/** Where there is no room, the oldest is forgotten. */
function put<T>(map: Map<string, T>, name: string, value: T, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(name, value);
}
