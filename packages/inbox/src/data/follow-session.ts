import { whenLookedAtAgain } from '../design/use-armed.ts';
import { api } from './api.ts';
import { loseSession, readSession, saysSignedOut, setSession } from './session.ts';

/**
 * A browser has one session for all its tabs. A tab that becomes visible asks again who is signed in, because a
 * decision here counts as a decision of that person, and the page must name them. A tab that asks for a sign-in asks
 * too: another tab stores its cookie a moment before its key, and a call in between is refused.
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
    // Nothing that was read for another person stays.
    else if (now.person_id !== before.person_id) window.location.reload();
  } catch (problem) {
    if (before !== null && saysSignedOut(problem)) loseSession(problem);
  }
}
