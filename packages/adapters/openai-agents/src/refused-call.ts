import { GateMisconfigured, OutcomeUnknown, ToolFailed } from '@countersign/client';

/** Tells the model that the tool did not run, and why. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

/**
 * What the model reads if the tool failed after its start. The Agents SDK would say "Please try again.", which is wrong
 * for an approval that was used. A wrong set-up of the gate is not an answer for the model: it ends the run.
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
