import { canonicalize, encodeBase64url, type JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { type KeyedSigner, replaced } from './keyed-signer.ts';
import { LineReader } from './line-reader.ts';
import { SignerUnavailable, SignerUnusable } from './signer-error.ts';
import {
  keysAnswer,
  lineBytesMax,
  parseRequest,
  type SignerFault,
  type SignerRequest,
} from './signer-wire.ts';

/** Answers requests until there are no more. Throws at a line that is not a request: the caller is then broken. */
export async function serveSigner(
  signer: KeyedSigner,
  input: AsyncIterable<Buffer>,
  write: (line: string) => void,
): Promise<void> {
  const reader = new LineReader(lineBytesMax);
  for await (const bytes of input) {
    const lines = reader.push(bytes);
    if (lines === null) throw new SignerUnusable('expected a request, found an endless line');
    for (const line of lines) {
      const { id, request } = parseRequest(line);
      const answered = answer(signer, request).then(
        content => canonicalize({ id, ok: true, answer: content }),
        (error: unknown) => canonicalize({ id, ok: false, fault: faultOf(error) }),
      );
      void answered.then(text => write(`${text}\n`));
    }
  }
}

async function answer(signer: KeyedSigner, request: SignerRequest): Promise<JsonObject> {
  switch (request.method) {
    case 'keys':
      await signer.reload();
      return keysAnswer(signer.issuer, signer.records());
    case 'sign':
      return { jws: await signer.sign(request.typ, request.payload) };
    case 'sign_note': {
      const noteSigner = signer.noteSigner(request.name);
      if (noteSigner.key_id !== request.key_id) throw replaced();
      return { signature: encodeBase64url(await noteSigner.sign(request.text)) };
    }
  }
}

function faultOf(error: unknown): SignerFault {
  if (error instanceof ProtocolError) return 'malformed';
  return error instanceof SignerUnavailable ? 'unavailable' : 'unusable';
}
