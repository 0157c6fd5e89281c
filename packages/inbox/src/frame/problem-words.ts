import { ApiProblem } from '@countersign/client/people';

/** What happened and what to do, for a reader who knows nothing about the product. */
interface ProblemWords {
  readonly title: string;
  readonly remedy: string;
}

const ofCode: Readonly<Record<string, ProblemWords>> = {
  server_unreachable: {
    title: 'The server does not answer.',
    remedy: 'See whether it is running and you are online, then try again.',
  },
  sign_in_failed: {
    title: 'This passkey does not sign anybody in here. It may have been removed.',
    remedy: 'Try another one, or ask an operator for a new link.',
  },
  too_many_calls: {
    title: 'There were too many attempts.',
    remedy: 'Wait a minute, then try again.',
  },
};

const nothingConfirmed: ProblemWords = {
  title: 'Nothing was confirmed: it was cancelled, or took too long.',
  remedy: 'Try again when you are ready.',
};
const wrongAuthenticator: ProblemWords = {
  title: 'This authenticator cannot make the kind of passkey that is needed here.',
  remedy: 'Use another device or security key.',
};

/** By the name of what a browser throws when it is asked for a passkey. */
const ofPasskeyFault: Readonly<Record<string, ProblemWords>> = {
  NotAllowedError: nothingConfirmed,
  AbortError: nothingConfirmed,
  InvalidStateError: {
    title: 'This device has a passkey of yours already.',
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
        remedy: 'Open this page at the address that the server has.',
      };
    }
    const known = Object.hasOwn(ofPasskeyFault, problem.name)
      ? ofPasskeyFault[problem.name]
      : undefined;
    return known ?? { title: problem.message, remedy: 'Try again.' };
  }
  return { title: 'Something unexpected happened.', remedy: 'Load the page again.' };
}

export function problemSentence(problem: unknown): string {
  const { title, remedy } = explainProblem(problem);
  return `${title} ${remedy}`;
}
