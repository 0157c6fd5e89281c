/** From the most to the least trusted. A document cannot claim its own layer; the caller states it. */
export const layers = ['system', 'operator', 'user'] as const;
export type Layer = (typeof layers)[number];

/** One policy document as it was found. */
export interface PolicyFile {
  /** As people know it: the path of the file. It is named in problems and is no part of the version. */
  readonly name: string;
  readonly text: string;
  readonly layer: Layer;
}
