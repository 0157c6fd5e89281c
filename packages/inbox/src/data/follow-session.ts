import { whenLookedAtAgain } from '../design/use-armed.ts';
import { api } from './api.ts';
import { loseSession, readSession, saysSignedOut } from './session.ts';

/**
 * A browser has one session for all its tabs. A tab that becomes visible asks again who is signed in, because a
 * decision here counts as a decision of that person, and the page must name them.
 */
export function followSession(): () => void {
  return whenLookedAtAgain(() => {
    if (document.visibilityState === 'visible') void look();
  });
}

async function look(): Promise<void> {
  const before = readSession();
  if (before === null || before === undefined) return;
  try {
    const { person_id } = await api.session();
    // Nothing that was read for another person stays.
    if (person_id !== before.person_id) window.location.reload();
  } catch (problem) {
    if (saysSignedOut(problem)) loseSession(problem);
  }
}
