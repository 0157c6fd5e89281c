import {
  type ActionBinding,
  makeCheckedAction,
  parseActionBinding,
} from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { type JsonObject, snapshot } from '@countersign/protocol/json';
import { openSealed, type SealKey, sealParameters } from '@countersign/protocol/sealed';
import { NotAllowed } from './not-allowed.ts';
import { isObject } from './read-answer.ts';

/** An action as a caller writes it. What is left out is the usual: a call of a tool by the gate's own agent. */
export interface ActionInput {
  readonly schema_version?: '1.0';
  readonly operation?: string;
  readonly agent_id?: string;
  readonly subject_id?: string | null;
  readonly target: {
    readonly tool_name: string;
    readonly tool_schema_version?: string;
    readonly resource?: string | null;
  };
  readonly parameters: object;
}

/** Which parameters only the execution edge may see (EV-8). */
export interface Sealing {
  /** JSON Pointers into the parameters, such as `/card/number`. */
  readonly paths: readonly string[];
  readonly key: SealKey;
}

/** An action without any other reference, so that nothing changes between its check and its use. */
export interface BoundAction {
  /** What is proposed, approved and consumed: secrets are seals in it. */
  readonly proposed: ActionBinding;
  readonly digest: Digest;
  /** What runs. The same as `proposed` where nothing is sealed. */
  readonly real: ActionBinding;
}

/**
 * Reads the action once (AB-3, AB-5). From here on there is only this copy: its digest is what is compared, and it is
 * what the tool is given.
 */
export function bindAction(
  action: ActionInput,
  agent: string,
  seal: Sealing | undefined,
): BoundAction {
  const { action: real, digest } = makeCheckedAction(completed(action, agent));
  if (seal === undefined) return { proposed: real, digest, real };
  const { parameters } = sealParameters({ parameters: real.parameters, ...seal });
  const proposed = parseActionBinding({ ...real, parameters });
  const opened = openSealed({ parameters, values: real.parameters, keys: [seal.key] });
  if (!opened.ok) throw new NotAllowed(opened.refusal);
  return { proposed, digest: sha256(proposed), real: { ...real, parameters: opened.value } };
}

function completed(action: ActionInput, agent: string): JsonObject {
  const given = snapshot(action);
  if (!isObject(given)) return given as unknown as JsonObject;
  const target = given['target'];
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: agent,
    ...given,
    ...(target !== undefined && isObject(target)
      ? { target: { tool_schema_version: '1', ...target } }
      : {}),
  };
}
