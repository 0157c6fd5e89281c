import { isModern } from '../call/client-facts.ts';
import { type OwnAnswer, ownResult, withheldAnswer } from '../call/own-answer.ts';
import type { ToolCall } from '../message/client-message.ts';
import { lineOf } from '../message/rpc.ts';
import type { DefinitionOfCall, Standing, ToolDefinitions } from './tool-definitions.ts';

interface Wanted {
  readonly call: ToolCall;
  readonly definitions: ToolDefinitions;
  readonly requestUrl: (id: string) => string | null;
  /** Asks the server of tools for its tools, so that they are known. */
  readonly list: () => Promise<void>;
}

/** What is known of the tool that a call names, or the answer where the tool is withheld. */
export async function usableDefinition({
  call,
  definitions,
  requestUrl,
  list,
}: Wanted): Promise<
  (DefinitionOfCall & { readonly wasAccepted: boolean }) | { readonly refusal: Buffer }
> {
  // Where the server was never asked for its tools, or says that they changed, it is asked now.
  if (definitions.isUnknown) await list();
  const listed = definitions.of(call.name);
  if (!listed.isWithheld) return { ...listed, wasAccepted: false };
  // Operators may have accepted it since it was listed.
  await definitions.refresh(call.name);
  const definition = definitions.of(call.name);
  if (!definition.isWithheld) return { ...definition, wasAccepted: true };
  const answer = answerFor(definition.standing, definitions, requestUrl);
  return { refusal: lineOf(ownResult(call.id, isModern(call.meta), answer)) };
}

const whys: Readonly<Record<Exclude<Standing, 'known'>, string>> = {
  new: 'it is new and no operator has accepted it',
  changed: 'its definition changed and no operator has accepted the change',
  vanished: 'its server does not list it any more',
  unlisted: 'its server does not list it',
  unknown: 'its definition could not be compared with the recorded one',
};

function answerFor(
  standing: Standing,
  { asked }: ToolDefinitions,
  requestUrl: Wanted['requestUrl'],
): OwnAnswer {
  const why = standing === 'known' ? 'its definition was just replaced' : whys[standing];
  const text = `The call has not run. The tool is withheld: ${why}.`;
  const isAsked = asked !== null && standing !== 'unlisted' && standing !== 'unknown';
  if (!isAsked) return withheldAnswer(text, null);
  const { approval_request_id, status } = asked;
  return withheldAnswer(text, {
    approval_request_id,
    url: requestUrl(approval_request_id),
    isRejected: status === 'denied',
  });
}
