import { whenLookedAtAgain } from '../design/use-armed.ts';
import { api } from './api.ts';
import { loseSession, readSession, saysSignedOut, setSession } from './session.ts';

/**
 * A browser has one session for all its tabs. A decision counts for the signed-in person, so the page must name the
 * right person. A tab that becomes visible therefore asks again who is signed in. A tab that shows the sign-in page
 * asks too: another tab stores its cookie a moment before its key, and a call in between is refused.
 */
export function followSession(): () => void {
  return whenLookedAtAgain(() => {
    if (document.visibilityState === 'visible') void look();
  });
}

async function look(): Promise<void> {
  const before = readSession();
  if (before === undefined) return;
  try {
    const now = await api.session();
    if (before === null) setSession(now);
    // The page forgets everything that it read for another person.
    else if (now.person_id !== before.person_id) window.location.reload();
  } catch (problem) {
    if (before !== null && saysSignedOut(problem)) loseSession(problem);
  }
}
