import type { CeremonyAnswer, CeremonyStart } from '@countersign/client/people';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { wayInText } from '../language/english/way-in.ts';

export const noPasskeys = wayInText.noPasskeys;

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Has the authenticator sign what the server asks. */
export async function answerWithPasskey({
  challenge,
  options,
}: CeremonyStart): Promise<CeremonyAnswer> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { challenge, response: await startAuthentication({ optionsJSON }) };
}

/** Has the authenticator make a passkey, under the name of its owner. */
export async function makePasskey(
  { challenge, options }: CeremonyStart,
  name: string,
): Promise<CeremonyAnswer> {
  const asked = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const optionsJSON = { ...asked, user: { ...asked.user, name, displayName: name } };
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { challenge, response: await startRegistration({ optionsJSON }) };
}
