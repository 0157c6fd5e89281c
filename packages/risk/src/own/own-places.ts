import { type Digest, sha256 } from '@countersign/protocol/crypto';

/**
 * The places of the product that an agent must not touch. The running process names them. A path is absolute, or begins
 * with `~`; a folder stands for everything below it. Where a link leads to a place, both names are listed.
 */
export interface OwnPlaces {
  /** Neither read nor written by an agent: the store, the keys, the server secret, stored sign-ins. */
  readonly secrets: readonly string[];
  /** Read by anyone and written only by people: policy, configuration, anchor, checkpoints. */
  readonly safeguards: readonly string[];
  /** Where the API answers, such as `http://localhost:7319`. */
  readonly origins: readonly string[];
  readonly sockets: readonly string[];
  /** Names of environment variables that steer the product. A `*` at the end stands for any ending. */
  readonly environment: readonly string[];
  /** The home folder of the user under whom the process runs, where it is known. */
  readonly home: string | null;
  /** The folder that a relative path starts from where an action names none. Null if the agent may run elsewhere. */
  readonly folder: string | null;
}

/**
 * The default names. They apply where no server process can name its places, as in hooks and in `policy explain`. They
 * also apply everywhere else.
 */
export const defaultOwnPlaces: OwnPlaces = {
  secrets: ['~/.config/countersign'],
  safeguards: [],
  origins: ['http://localhost:7319'],
  sockets: [],
  environment: ['COUNTERSIGN_*'],
  home: null,
  folder: null,
};

/** A decision records it, so that a replay can tell under which places it was assessed. */
export function ownPlacesDigest(places: OwnPlaces): Digest {
  const sorted = (list: readonly string[]) => [...new Set(list)].sort();
  return sha256({
    secrets: sorted(places.secrets),
    safeguards: sorted(places.safeguards),
    origins: sorted(places.origins),
    sockets: sorted(places.sockets),
    environment: sorted(places.environment),
    home: places.home,
    folder: places.folder,
  });
}
