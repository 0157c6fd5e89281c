import { connect } from 'node:net';

export interface Sent {
  /** Everything that came back before the connection ended. */
  readonly text: string;
  readonly reset: boolean;
}

/**
 * Writes bytes, or pieces of them with a turn in between, to a connection and waits until the server ends it. A
 * connection that is still open when the time is up fails: the server must end every connection.
 */
export function sendRaw(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { halfClose = true, leave = false, milliseconds = 60_000 } = {},
): Promise<Sent> {
  return new Promise((sent, failed) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const late = setTimeout(() => {
      socket.destroy();
      failed(new Error(`the connection was held open: ${Buffer.concat(chunks)}`));
    }, milliseconds);
    const end = (reset: boolean): void => {
      clearTimeout(late);
      socket.destroy();
      sent({ text: Buffer.concat(chunks).toString('latin1'), reset });
    };
    socket.on('data', chunk => chunks.push(chunk));
    socket.once('end', () => end(false));
    socket.once('close', () => end(false));
    socket.once('error', () => end(true));
    socket.once('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece);
        await new Promise(done => setImmediate(done));
      }
      if (leave) end(false);
      else if (halfClose) socket.end();
    });
  });
}
