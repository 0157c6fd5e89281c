import { ApiProblem } from '@countersign/client/people';
import { api } from '../data/api.ts';
import { forgetBrowserKey } from '../data/browser-key.ts';
import { endSession } from '../data/session.ts';
import { navigate } from '../navigation/place.ts';

/** Ends the session. A person whose session is already over has what they asked for. */
export async function signOut(): Promise<void> {
  try {
    await api.signOut();
  } catch (problem) {
    if (!(problem instanceof ApiProblem && problem.status === 401)) throw problem;
  }
  await forgetBrowserKey();
  endSession();
  navigate('/', { replace: true });
}
