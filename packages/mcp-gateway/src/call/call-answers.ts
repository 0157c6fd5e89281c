import { GateMisconfigured, ToolFailed } from '@countersign/client';
import { ProtocolError } from '@countersign/protocol/reason';
import type { ToolCall } from '../message/client-message.ts';
import { errorMessage, isObject, lineOf, rpcErrors } from '../message/rpc.ts';
import { isModern } from './client-facts.ts';
import { ownResult, plainAnswer } from './own-answer.ts';

/** The answer to a state that was not made for this call, this session or this turn. */
export function invalidState({ id }: ToolCall): Buffer {
  const data = { reason: 'invalid_request_state' };
  return lineOf(errorMessage(id, rpcErrors.params, 'Invalid or expired requestState', data));
}

/** The answer where the gateway cannot judge a call. Nothing was forwarded. */
export function unreadable({ id, meta }: ToolCall, error: unknown): Buffer {
  if (error instanceof GateMisconfigured) {
    // Neither policy nor a person was asked. The text says what the operator must correct.
    return lineOf(ownResult(id, isModern(meta), plainAnswer(error.code, error.message)));
  }
  const isInput = error instanceof ProtocolError;
  const words = isInput
    ? `The call has not run: its arguments cannot be bound (${error.code} at ${error.path}).`
    : 'The call has not run: the gateway failed.';
  return lineOf(errorMessage(id, isInput ? rpcErrors.params : rpcErrors.internal, words));
}

/** The reported outcome. If a tool says that it failed, the outcome is a failure. */
export function resultOf(message: Record<string, unknown>): unknown {
  const { result, error } = message;
  if (error !== undefined)
    throw new ToolFailed('the server of tools answered with an error', error);
  if (isObject(result) && result['isError'] === true) {
    throw new ToolFailed('the tool reported an error', result);
  }
  return result;
}
