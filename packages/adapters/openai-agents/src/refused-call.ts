import { GateMisconfigured, OutcomeUnknown, ToolFailed } from '@countersign/client';

/** Tells the model that the tool did not run, and why. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

/**
 * What the model reads where the tool failed after its start. The text of the Agents SDK is "Please try again.", which
 * no one may say of an approval that was used. A wrong set-up of the gate ends the run: it is no answer.
 */
export function failureText(error: unknown): string {
  if (error instanceof GateMisconfigured) throw error;
  if (error instanceof NotRun) return error.message;
  if (error instanceof OutcomeUnknown) {
    return 'The tool was started, and its outcome is unknown. It may have happened. Do not repeat this call: it could happen twice.';
  }
  const why = error instanceof ToolFailed ? ` It reported: ${JSON.stringify(error.message)}.` : '';
  return `The tool was started and failed.${why}`;
}
