/**
 * Makes a value when it is first asked for, and keeps it. The tables of words are large: a program that loads the judges
 * and judges nothing should not build them.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
