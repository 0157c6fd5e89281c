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
  await endNotifications();
  endSession();
  navigate('/', { replace: true });
}

/**
 * Without a session, this browser must not show messages for the person. So its push subscription is removed. The push
 * service reports that to the server.
 */
async function endNotifications(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/');
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // A browser that cannot say whether it has a subscription has none.
  }
}
