import {
  type Context,
  changeStream,
  decideInOrder,
  failClosed,
  loadDirectory,
  storeStream,
} from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  accountDigest,
  activePerson,
  type ChannelName,
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  findAccount,
  type StoreEvent,
  withoutLocks,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import {
  addSeconds,
  authenticated,
  millisecondsOf,
  PersonId,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import type { App } from '../app.ts';

/** What a channel knows an account by. What the account is called is no part of it, because people can change that. */
export type Account = Readonly<Record<string, string>>;

const codeSeconds = 600;
/** Longer than a code lasts, also where clocks differ. */
const spentSeconds = 86_400;

/**
 * A code that a signed-in person gives to the channel from their account there. A caller who has the code and the
 * account is that person. The code says whose it is and is sealed by this server, so nothing is stored until it is used.
 */
export function issueLinkCode(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  channel: ChannelName,
  personId: PersonId,
): { readonly code: string; readonly expires_at: Timestamp } {
  const expires_at = addSeconds(context.clock.now(), codeSeconds);
  const token = secrets.issue(
    'sign_in_state',
    boundWords(channel, personId),
    millisecondsOf(expires_at),
  );
  return { code: `${personId.replace(/^person_/, '')}.${token}`, expires_at };
}

/** Links an account to the person of the code, once. */
export function linkAccount(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  channel: ChannelName,
  account: Account,
  code: string,
): Promise<Result<DirectoryState>> {
  return failClosed(async () => {
    const now = context.clock.now();
    const [, digits = '', token = ''] = /^([0-9a-f]{32})\.([\w.-]{1,128})$/.exec(code) ?? [];
    const person = PersonId.safeParse(`person_${digits}`);
    const isOurs =
      person.success &&
      secrets.holds('sign_in_state', boundWords(channel, person.data), token, millisecondsOf(now));
    if (!isOurs) return notValid;
    return register(context, channel, account, person.data, {
      scope: 'nonce',
      key: `${channel}-link/${sha256OfText(code)}`,
      until: addSeconds(now, spentSeconds),
    });
  });
}

/**
 * The person whose linked account this is, with the assurance of a linked account and no more; null where the
 * account is not linked.
 */
export async function personOfAccount(
  context: Context,
  channel: ChannelName,
  account: Account,
): Promise<Principal | null> {
  // A locked person is refused by the use case, which records it.
  const state = withoutLocks((await loadDirectory(context)).state);
  const credential = findAccount(state, channel, accountDigest(account));
  const person = credential === null ? null : activePerson(state, credential.person_id);
  if (credential === null || person === null) return null;
  return authenticated({
    kind: 'human',
    principal_id: credential.credential_id,
    person_id: person.person_id,
    roles: person.roles,
    assurance: 'channel',
  });
}

/**
 * The store refuses a claim only to other streams. All these claims are in one stream, so a second use would not be
 * refused. The claim is therefore looked up each time the stream is read. Where two uses of one code meet, the later
 * commit fails with a version conflict, reads again, and finds the claim.
 */
function register(
  context: Context,
  channel: ChannelName,
  account: Account,
  personId: PersonId,
  claim: { readonly scope: 'nonce'; readonly key: string; readonly until: Timestamp },
): Promise<Result<DirectoryState>> {
  const credential = {
    kind: 'account',
    channel,
    credential_id: `${channel}_${context.ids.uuid().replaceAll('-', '')}`,
    person_id: personId,
    public_key: null,
    account_digest: accountDigest(account),
  } as const;
  const by = { kind: 'human', identity: personId } as const;
  let spent = false;
  return changeStream<DirectoryState, StoreEvent>(context, {
    stream: storeStream,
    folding: { initial: emptyDirectory, evolve: evolveDirectory },
    load: async () => {
      const loaded = await loadDirectory(context);
      spent = (await context.store.findClaim(claim)) !== null;
      return loaded;
    },
    decide: (state, now) =>
      spent
        ? { ...notValid, events: [] }
        : decideInOrder(state, [{ type: 'register_credential', credential, by }], now),
    claims: [claim],
  });
}

const notValid: Extract<Result<never>, { ok: false }> = {
  ok: false,
  refusal: { code: 'sign_in_failed', detail: 'the code is not valid, or was used before' },
};

function boundWords(channel: ChannelName, personId: PersonId): readonly string[] {
  return [`${channel}_link`, personId];
}
