import { whenLookedAtAgain } from '../design/use-armed.ts';
import { api } from './api.ts';
import { readSession, saysSignedOut, setSession } from './session.ts';

/**
 * A browser has one session for all its tabs. Whoever comes back to this one is asked for again, because what is decided
 * here counts as decided by whoever is signed in now, and the page must name them.
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
    // Nothing that was read for somebody else stays.
    if (person_id !== before.person_id) window.location.reload();
  } catch (problem) {
    if (saysSignedOut(problem)) setSession(null);
  }
}
