import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { asRefused } from '../explain-error.ts';
import { askConfirm } from '../terminal/prompts.ts';
import { personApi, type SignedInApi } from './person-api.ts';
import { signIn } from './sign-in.ts';
import { whichServer } from './which-server.ts';

const staleCodes = new Set(['not_authenticated', 'session_expired', 'step_up_missing']);

/**
 * Does something as the signed-in person. Where the server wants a fresher proof of presence, or no one is signed
 * in, a person at a terminal is asked whether to sign in now; other callers are told how.
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
    if (refused?.code == null || !staleCodes.has(refused.code) || !io.isTty || out.isJson) {
      throw error;
    }
    out.note(
      refused.code === 'step_up_missing'
        ? 'This needs a recent sign-in, and yours is too old.'
        : refused.message,
    );
    if (!(await askConfirm(io, 'Sign in now?'))) {
      throw new CommandRefused('not_permitted', 'Nothing was done.', refused.remedy, refused.code);
    }
    await signIn(io, out, whichServer(io, options), { browser: true });
    return use(await personApi(io, options));
  }
}
