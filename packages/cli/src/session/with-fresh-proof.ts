import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { asRefused } from '../explain-error.ts';
import { askConfirm } from '../terminal/prompts.ts';
import { personApi, type SignedInApi } from './person-api.ts';
import { signIn, signInForChange } from './sign-in.ts';
import { whichServer } from './which-server.ts';

const staleCodes = new Set(['not_authenticated', 'session_expired', 'step_up_missing']);

/** The stored sign-in cannot grant rights or lift a hold. A person confirms such a change in the browser. */
const changeCode = 'terminal_change_unconfirmed';

/**
 * Does something as the signed-in person. If the server wants a fresher proof of presence, or no one is signed in, a
 * person at a terminal is asked whether to sign in now. Any other caller is told how.
 */
export async function withFreshProof<T>(
  io: CommandIo,
  out: Output,
  options: { readonly url?: string | undefined },
  use: (signedIn: SignedInApi) => Promise<T>,
): Promise<T> {
  try {
    return await use(await personApi(io, options));
  } catch (error) {
    const refused = asRefused(error);
    if (refused === null || !isCurable(io, out, refused)) throw error;
    if (refused.code === changeCode) return use(await confirmedApi(io, out, options));
    const isStale = refused.code === 'step_up_missing';
    out.note(isStale ? 'This needs a recent sign-in, and yours is too old.' : refused.message);
    if (!(await askConfirm(io, 'Sign in now?'))) {
      throw new CommandRefused('not_permitted', 'Nothing was done.', refused.remedy, refused.code);
    }
    if (isStale) return use(await confirmedApi(io, out, options));
    await signIn(io, out, whichServer(io, options), { browser: true });
  }
  try {
    return await use(await personApi(io, options));
  } catch (error) {
    if (asRefused(error)?.code !== changeCode) throw error;
    return use(await confirmedApi(io, out, options));
  }
}

/** True if a person at a terminal can cure the refusal by signing in. */
function isCurable(io: CommandIo, out: Output, { code }: CommandRefused): boolean {
  if (!io.isTty || out.isJson || code == null) return false;
  return staleCodes.has(code) || code === changeCode;
}

/** A sign-in for this one change. Its token is kept nowhere. */
async function confirmedApi(
  io: CommandIo,
  out: Output,
  options: { readonly url?: string | undefined },
): Promise<SignedInApi> {
  out.note('This is confirmed in the browser.');
  const server = whichServer(io, options);
  const token = await signInForChange(io, out, server);
  const { createPersonApi } = await import('@countersign/client/people');
  return { api: createPersonApi({ url: server, token }), server };
}
