import { createPersonApi, type PersonApi } from '@countersign/client/people';

/** What a person does in the inbox: reads the code, compares it and confirms. */
type ConfirmSignIn = (signIn: {
  readonly user_code: string;
  readonly verification_url: string;
}) => Promise<void>;

/**
 * The session of one person, kept by the backend of the chat for that person's conversations. It begins like that of a
 * terminal: the person confirms it in the inbox, where they are signed in and read that this chat lets halted agents
 * continue. From then on the backend answers in their
 * name, so it never hands the token to the page, and never to the agent.
 */
export async function openPersonSession(url: string, confirm: ConfirmSignIn): Promise<PersonApi> {
  const signedOut = createPersonApi({ url });
  const { device_code, ...signIn } = await signedOut.startTerminalSignIn(
    'Workspace assistant, chat',
    {
      use: 'chat',
    },
  );
  await confirm(signIn);
  const fetched = await signedOut.terminalToken(device_code);
  if (fetched.status !== 'signed_in') throw new Error('expected the sign-in to be confirmed');
  return createPersonApi({ url, token: fetched.token });
}
