import { inLanguage } from '../chosen.ts';

const english = {
  unreachable: 'The server does not answer.',
  checkServer: 'Check that the server is running and that you are online. Then try again.',
  passkeyUnknown: 'This server does not know this passkey. It may have been removed.',
  tryAnotherPasskey: 'Try another one, or ask an operator for a new link.',
  tooMany: 'There were too many attempts.',
  waitAMinute: 'Wait a minute, then try again.',
  nothingConfirmed: 'Nothing was confirmed. The passkey prompt was cancelled or timed out.',
  whenReady: 'Try again when you are ready.',
  wrongAuthenticator:
    'This authenticator cannot create the kind of passkey that this server needs.',
  otherDevice: 'Use another device or security key.',
  passkeyThere: 'This device already has one of your passkeys.',
  signInWithIt: 'Sign in with it instead.',
  tryAgain: 'Try again.',
  passkeysNotAt: (origin: string) => `Passkeys do not work at ${origin}.`,
  configuredAddress: 'Open this page at the configured address of the server.',
  noKeyKept: 'This browser cannot keep the key that signing in needs.',
  allowStorage:
    'Allow this page to store data. Use a current browser, over https or on localhost, and leave private windows that keep nothing.',
  unexpected: 'Something unexpected happened.',
  loadAgain: 'Load the page again.',
};

export type ProblemText = typeof english;
export const problemText: ProblemText = inLanguage('problem', english);
