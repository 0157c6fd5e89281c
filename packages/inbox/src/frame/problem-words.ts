import { ApiProblem } from '@countersign/client/people';
import { BrowserKeyUnavailable } from '../data/browser-key.ts';
import { problemText } from '../language/english/problem.ts';
import { refusalsText, remediesText } from '../language/english/refusals.ts';

/** What happened and what to do, for a reader who knows nothing about the product. */
interface ProblemWords {
  readonly title: string;
  readonly remedy: string;
}

const ofCode: Readonly<Record<string, ProblemWords>> = {
  server_unreachable: {
    title: problemText.unreachable,
    remedy: problemText.checkServer,
  },
  sign_in_failed: {
    title: problemText.passkeyUnknown,
    remedy: problemText.tryAnotherPasskey,
  },
  too_many_calls: {
    title: problemText.tooMany,
    remedy: problemText.waitAMinute,
  },
};

const nothingConfirmed: ProblemWords = {
  title: problemText.nothingConfirmed,
  remedy: problemText.whenReady,
};
const wrongAuthenticator: ProblemWords = {
  title: problemText.wrongAuthenticator,
  remedy: problemText.otherDevice,
};

/** By the name of what a browser throws when it is asked for a passkey. */
const ofPasskeyFault: Readonly<Record<string, ProblemWords>> = {
  NotAllowedError: nothingConfirmed,
  AbortError: nothingConfirmed,
  InvalidStateError: {
    title: problemText.passkeyThere,
    remedy: problemText.signInWithIt,
  },
  NotSupportedError: wrongAuthenticator,
  ConstraintError: wrongAuthenticator,
};

export function explainProblem(problem: unknown): ProblemWords {
  if (problem instanceof ApiProblem) {
    const known = Object.hasOwn(ofCode, problem.code) ? ofCode[problem.code] : undefined;
    return (
      known ??
      reasonWords(problem.code) ?? {
        title: problem.title,
        remedy: problem.remedy ?? problemText.tryAgain,
      }
    );
  }
  if (problem instanceof Error) {
    if (problem.name === 'SecurityError') {
      return {
        title: problemText.passkeysNotAt(location.origin),
        remedy: problemText.configuredAddress,
      };
    }
    if (problem instanceof BrowserKeyUnavailable) {
      return {
        title: problemText.noKeyKept,
        remedy: problemText.allowStorage,
      };
    }
    const known = Object.hasOwn(ofPasskeyFault, problem.name)
      ? ofPasskeyFault[problem.name]
      : undefined;
    return known ?? { title: problem.message, remedy: problemText.tryAgain };
  }
  return { title: problemText.unexpected, remedy: problemText.loadAgain };
}

/** What a reason code says in the language of the page; null where the words of the server are all there is. */
export function reasonWords(code: string): ProblemWords | null {
  const title = Object.hasOwn(refusalsText, code) ? refusalsText[code] : undefined;
  const remedy = remediesText[code];
  return title === undefined || remedy === undefined ? null : { title, remedy };
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
