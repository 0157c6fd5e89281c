import { ApiProblem } from '@countersign/client/people';
import { BrowserKeyUnavailable } from '../data/browser-key.ts';

/** What happened and what to do, for a reader who knows nothing about the product. */
interface ProblemWords {
  readonly title: string;
  readonly remedy: string;
}

const ofCode: Readonly<Record<string, ProblemWords>> = {
  server_unreachable: {
    title: 'The server does not answer.',
    remedy: 'Check that the server is running and that you are online. Then try again.',
  },
  sign_in_failed: {
    title: 'This server does not know this passkey. It may have been removed.',
    remedy: 'Try another one, or ask an operator for a new link.',
  },
  too_many_calls: {
    title: 'There were too many attempts.',
    remedy: 'Wait a minute, then try again.',
  },
};

const nothingConfirmed: ProblemWords = {
  title: 'Nothing was confirmed. The passkey prompt was cancelled or timed out.',
  remedy: 'Try again when you are ready.',
};
const wrongAuthenticator: ProblemWords = {
  title: 'This authenticator cannot create the kind of passkey that this server needs.',
  remedy: 'Use another device or security key.',
};

/** By the name of what a browser throws when it is asked for a passkey. */
const ofPasskeyFault: Readonly<Record<string, ProblemWords>> = {
  NotAllowedError: nothingConfirmed,
  AbortError: nothingConfirmed,
  InvalidStateError: {
    title: 'This device already has one of your passkeys.',
    remedy: 'Sign in with it instead.',
  },
  NotSupportedError: wrongAuthenticator,
  ConstraintError: wrongAuthenticator,
};

export function explainProblem(problem: unknown): ProblemWords {
  if (problem instanceof ApiProblem) {
    const known = Object.hasOwn(ofCode, problem.code) ? ofCode[problem.code] : undefined;
    return known ?? { title: problem.title, remedy: problem.remedy ?? 'Try again.' };
  }
  if (problem instanceof Error) {
    if (problem.name === 'SecurityError') {
      return {
        title: `Passkeys do not work at ${location.origin}.`,
        remedy: 'Open this page at the configured address of the server.',
      };
    }
    if (problem instanceof BrowserKeyUnavailable) {
      return {
        title: 'This browser cannot keep the key that signing in needs.',
        remedy:
          'Allow this page to store data. Use a current browser, over https or on localhost, and leave private windows that keep nothing.',
      };
    }
    const known = Object.hasOwn(ofPasskeyFault, problem.name)
      ? ofPasskeyFault[problem.name]
      : undefined;
    return known ?? { title: problem.message, remedy: 'Try again.' };
  }
  return { title: 'Something unexpected happened.', remedy: 'Load the page again.' };
}

const wrongLinkCodes: ReadonlySet<string> = new Set([
  'hold_not_found',
  'parameter_malformed',
  'request_not_found',
]);

/** Whether the server found nothing under the id of the address. Trying again does not help. */
export function isWrongLink(problem: unknown): boolean {
  return problem instanceof ApiProblem && wrongLinkCodes.has(problem.code);
}

export function problemSentence(problem: unknown): string {
  const { title, remedy } = explainProblem(problem);
  return `${title} ${remedy}`;
}
