import type { ClaimKey, Commit } from '@countersign/coordinator';

/**
 * The names that a commit needs to itself (what it writes), and those that it shares with others that only look (what
 * guards it). In the database each name becomes an advisory lock, so a guard holds until the commit has happened. In
 * this process the names say which commits may travel together.
 */
export interface CommitLocks {
  readonly exclusive: readonly string[];
  readonly shared: readonly string[];
}

const state = 'state';
const streamName = (stream: string): string => `stream/${stream}`;
const claimName = ({ scope, key }: ClaimKey): string => `claim/${scope}/${key}`;

export function locksOf(commit: Commit): CommitLocks {
  const { appends, guards, brings } = commit;
  const exclusive = new Set([
    ...appends.map(({ stream }) => streamName(stream)),
    ...appends.flatMap(({ claims = [] }) => claims.map(claimName)),
    ...appends.flatMap(({ claimEnds = [] }) => claimEnds.map(claimName)),
    ...(brings === undefined ? [] : [state]),
  ]);
  const shared = new Set([
    state,
    ...guards.streams.map(({ stream }) => streamName(stream)),
    ...guards.absentClaims.map(claimName),
  ]);
  for (const name of exclusive) shared.delete(name);
  return { exclusive: [...exclusive], shared: [...shared] };
}

/** Which names are in use in this process: any number of lookers, or one that writes. */
export class LockTable {
  /** How many share a name; -1 where one has it to itself. */
  readonly #held = new Map<string, number>();

  has({ exclusive, shared }: CommitLocks): boolean {
    return (
      exclusive.some(name => this.#held.has(name)) ||
      shared.some(name => this.#held.get(name) === -1)
    );
  }

  take({ exclusive, shared }: CommitLocks): void {
    for (const name of exclusive) this.#held.set(name, -1);
    for (const name of shared) this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
  }

  release({ exclusive, shared }: CommitLocks): void {
    for (const name of exclusive) this.#held.delete(name);
    for (const name of shared) {
      const others = (this.#held.get(name) ?? 1) - 1;
      if (others > 0) this.#held.set(name, others);
      else this.#held.delete(name);
    }
  }
}
