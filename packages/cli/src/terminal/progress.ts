import type { CommandIo } from '../command.ts';
import { safeText } from './safe-text.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMilliseconds = 80;

/**
 * Shows on the error output that something is in progress, until the answer is called. Where that is not a terminal,
 * nothing is drawn: a file would fill with it.
 */
export function showProgress(io: CommandIo, words: string): () => void {
  if (!io.isTty || !io.colours.stderr) return () => undefined;
  let frame = 0;
  const shown = safeText(words).slice(0, Math.max(10, io.columns - 3));
  const draw = (): void => {
    io.stderr.write(`\r${frames[frame++ % frames.length]} ${shown}`);
  };
  draw();
  const turning = setInterval(draw, frameMilliseconds);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    clearInterval(turning);
    io.stderr.write('\r\u001b[2K');
  };
}

/** Does something that may take longer than a moment, and shows progress until it ends. */
export async function withProgress<T>(
  io: CommandIo,
  words: string,
  work: () => Promise<T>,
): Promise<T> {
  const stop = showProgress(io, words);
  try {
    return await work();
  } finally {
    stop();
  }
}
