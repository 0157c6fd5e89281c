import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Puts drawn parts into a sentence. A translation moves `{name}` to where its own grammar needs it, so that no sentence is put
 * together from pieces.
 */
export function fill(message: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return createElement(Fragment, null, ...placed<ReactNode>(message, parts));
}

/** The stretches of a sentence and its parts, in their order. */
export function placed<Part>(
  message: string,
  parts: Readonly<Record<string, Part>>,
): readonly (Part | string)[] {
  return message
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : (parts[piece] ?? '')))
    .filter(piece => piece !== '');
}
