import type { CommandIo } from '../command.ts';
import { readBytes } from './policy-files.ts';

/** The bytes of a file, or of the input where the name is a dash. */
export async function readBytesOrInput(io: CommandIo, path: string): Promise<Uint8Array> {
  if (path !== '-') return readBytes(io, path);
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
