import type { CommandIo } from '../command.ts';
import { safeText } from '../terminal/safe-text.ts';

/** Lines for the operator on the error output: the output itself belongs to the protocol. */
export function gatewayLog(
  io: Pick<CommandIo, 'stderr'>,
  { json }: { readonly json?: boolean },
): (line: string) => void {
  return line => {
    const shown = json === true ? JSON.stringify({ log: line }) : `countersign mcp: ${line}`;
    io.stderr.write(`${safeText(shown)}\n`);
  };
}
