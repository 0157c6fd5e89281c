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
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  findSlack,
  type StoreEvent,
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

/** An account of Slack, as Slack itself signed it. What an account is called is no part of it. */
export interface SlackAccount {
  readonly team_id: string;
  readonly user_id: string;
}

const codeSeconds = 600;
/** Longer than any code lasts, by whatever clock. */
const spentSeconds = 86_400;

/**
 * A code that a signed-in person types in Slack: whoever types it has the account there and the session here. It
 * carries whose it is, sealed by this server, so nothing is stored until it is used.
 */
export function issueLinkCode(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  personId: PersonId,
): { readonly code: string; readonly expires_at: Timestamp } {
  const expires_at = addSeconds(context.clock.now(), codeSeconds);
  const token = secrets.issue('sign_in_state', boundWords(personId), millisecondsOf(expires_at));
  return { code: `${personId.replace(/^person_/, '')}.${token}`, expires_at };
}

/** Links an account to the person of the code, once. */
export function linkSlack(
  { secrets, context }: Pick<App, 'secrets' | 'context'>,
  account: SlackAccount,
  code: string,
): Promise<Result<DirectoryState>> {
  return failClosed(async () => {
    const now = context.clock.now();
    const [, digits = '', token = ''] = /^([0-9a-f]{32})\.([\w.-]{1,128})$/.exec(code) ?? [];
    const person = PersonId.safeParse(`person_${digits}`);
    const isOurs =
      person.success &&
      secrets.holds('sign_in_state', boundWords(person.data), token, millisecondsOf(now));
    if (!isOurs) return notValid;
    return register(context, account, person.data, {
      scope: 'nonce',
      key: `slack-link/${sha256OfText(code)}`,
      until: addSeconds(now, spentSeconds),
    });
  });
}

/** The person whose linked account this is, as one who is known by it and no better; null where it is nobody's. */
export async function personOfAccount(
  context: Context,
  account: SlackAccount,
): Promise<Principal | null> {
  const { state } = await loadDirectory(context);
  const credential = findSlack(state, accountDigest(account));
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
 * A claim does not refuse the stream that holds it, and here that is always the store's; so it is looked for whenever
 * the stream is read. Of two uses of one code the later commit conflicts by version, reads again, and finds it.
 */
function register(
  context: Context,
  account: SlackAccount,
  personId: PersonId,
  claim: { readonly scope: 'nonce'; readonly key: string; readonly until: Timestamp },
): Promise<Result<DirectoryState>> {
  const credential = {
    kind: 'slack',
    credential_id: `slack_${context.ids.uuid().replaceAll('-', '')}`,
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

function boundWords(personId: PersonId): readonly string[] {
  return ['slack_link', personId];
}
