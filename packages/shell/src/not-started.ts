import { NotAllowed, ToolFailed } from '@countersign/client';

/** Nothing was started, and why. */
export class NotStarted extends ToolFailed {
  readonly code: 'command_not_found' | 'command_not_started' | 'precondition_changed';

  constructor(code: NotStarted['code'], detail: string) {
    super(`it was not started: ${detail}`);
    this.code = code;
  }

  asRefusal(): NotAllowed {
    // The approval was used when this was noticed, so the same call is a new question.
    const retry = this.code === 'precondition_changed' ? 'new_request' : undefined;
    const facts = { code: this.code, detail: this.message };
    return new NotAllowed(retry === undefined ? facts : { ...facts, retry });
  }
}
