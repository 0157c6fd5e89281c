import type { BundleTrust, EvidenceBundle } from '@countersign/protocol/bundle';
import type { PublicKey } from '@countersign/protocol/crypto';
import { KeyList, SigningKeyFacts } from '@countersign/wire/keys';
import * as z from 'zod';
import { bundleState } from '../card/bundle-state.ts';
import { type CommandIo, CommandRefused } from '../command.ts';
import { readBytes } from './policy-files.ts';

export interface VerifyTrust {
  readonly trust: BundleTrust;
  readonly keysFrom: 'keys' | 'jwks' | 'bundle';
  /** Whether the site of the passkeys is the one that the bundle itself names. */
  readonly ownSite: boolean;
  /** What the reader of the result should know about its basis. */
  readonly notes: readonly string[];
}

type Keys = Pick<BundleTrust, 'signing_keys' | 'note_keys' | 'keys_from' | 'store_id' | 'issuer'>;

/** What is trusted: the given keys or, without any, the keys in the bundle itself, and then the output says so. */
export async function verifyTrust(
  io: CommandIo,
  bytes: Uint8Array,
  options: { readonly keys?: string; readonly jwks?: string; readonly site?: string },
): Promise<VerifyTrust> {
  if (options.keys !== undefined && options.jwks !== undefined) {
    throw new CommandRefused('usage', 'Expected --keys or --jwks, and not both.');
  }
  const bundle = await bundleOf(bytes);
  const site = await siteOf(options.site, bundle);
  const notes: string[] = [];
  let keys: Keys;
  if (options.keys !== undefined) keys = await keysFile(io, options.keys);
  else if (options.jwks !== undefined) {
    keys = await jwksFile(io, options.jwks, bundle);
    notes.push(
      'A JWK set does not say when a key was valid, or that it was revoked. Those times are taken from the bundle.',
    );
  } else {
    keys = {
      signing_keys: [...(bundle?.signing_keys ?? [])],
      note_keys: [...(bundle?.note_keys ?? [])],
      keys_from: 'bundle',
    };
    const kids = (bundle?.signing_keys ?? []).map(({ kid }) => kid).join(', ');
    notes.push(
      `The keys are those in the bundle${kids === '' ? '' : ` (${kids})`}. This shows only that the bundle agrees with itself. Anyone can make such a bundle with their own keys. Name the keys that you trust with --keys.`,
    );
  }
  if (options.site === undefined && site !== null) {
    notes.push(
      `Passkeys were used at ${site.origin}, says the bundle. Name the site you trust with --site.`,
    );
  }
  return {
    trust: {
      ...keys,
      origin: bundle === null ? 'unknown' : `${keys.store_id ?? bundle.store_id}/${bundle.epoch}`,
      passkeys: site ?? { origin: 'unknown', rp_id: 'unknown' },
    },
    keysFrom: options.keys !== undefined ? 'keys' : options.jwks !== undefined ? 'jwks' : 'bundle',
    ownSite: options.site === undefined && site !== null,
    notes: bundle === null ? [] : notes,
  };
}

async function bundleOf(bytes: Uint8Array): Promise<EvidenceBundle | null> {
  const { parseBundleText } = await import('@countersign/protocol/bundle');
  try {
    return parseBundleText(bytes);
  } catch {
    // The report says what is wrong with it.
    return null;
  }
}

async function siteOf(
  given: string | undefined,
  bundle: EvidenceBundle | null,
): Promise<BundleTrust['passkeys'] | null> {
  if (given !== undefined) {
    const url = URL.parse(given);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new CommandRefused(
        'usage',
        '--site: expected an origin such as https://approvals.example.',
      );
    }
    return { origin: url.origin, rp_id: url.hostname };
  }
  const state = bundle === null ? null : await bundleState(bundle);
  const assertion = state?.entries.find(entry => entry.assertion !== null)?.assertion;
  return assertion == null ? null : { origin: assertion.origin, rp_id: assertion.rp_id };
}

/** The answer of GET /v1/keys, or as much of it as was kept. */
const KeysFile = KeyList.omit({ webhook_public_key: true }).extend({
  keys: z.array(SigningKeyFacts.omit({ created_at: true, revoked_reason: true })).min(1),
});
const JwksFile = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

async function keysFile(io: CommandIo, path: string): Promise<Keys> {
  const { issuer, log_name, store_id, keys } = await readAs(
    io,
    path,
    KeysFile,
    'the keys of a server',
  );
  return {
    signing_keys: keys,
    note_keys: keys.map(({ public_key }) => ({ name: log_name, public_key })),
    store_id,
    issuer,
  };
}

/** The keys of the bundle that are in the set; a key that is not there is not trusted. */
async function jwksFile(io: CommandIo, path: string, bundle: EvidenceBundle | null): Promise<Keys> {
  const { keys } = await readAs(io, path, JwksFile, 'a JWK set');
  const isListed = (key: PublicKey) =>
    keys.some(each => each['crv'] === key.crv && each['x'] === key.x);
  return {
    signing_keys: (bundle?.signing_keys ?? []).filter(({ public_key }) => isListed(public_key)),
    note_keys: (bundle?.note_keys ?? []).filter(({ public_key }) => isListed(public_key)),
  };
}

async function readAs<T>(
  io: CommandIo,
  path: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<T> {
  const { parseStrict } = await import('@countersign/protocol/json');
  const bytes = readBytes(io, path);
  const read = schema.safeParse(strictly(() => parseStrict(bytes)));
  if (read.success) return read.data;
  throw new CommandRefused('usage', `${path}: expected ${what}, found something else.`);
}

function strictly(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
