// A web standard in every runtime this runs in; declared here because the package sees no DOM or Node types.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const encoder: TextEncoder = new TextEncoder();

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
