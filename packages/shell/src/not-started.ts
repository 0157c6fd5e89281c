import { NotAllowed, ToolFailed } from '@countersign/client';

/** Nothing was started, and why. */
export class NotStarted extends ToolFailed {
  readonly code: 'command_not_found' | 'command_not_started' | 'precondition_changed';

  constructor(code: NotStarted['code'], detail: string) {
    super(`it was not started: ${detail}`);
    this.code = code;
  }

  asRefusal(): NotAllowed {
    return new NotAllowed({ code: this.code, detail: this.message });
  }
}
