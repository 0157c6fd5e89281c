/** A name as the beginning of a sentence, with spaces for the marks between its words. */
export function capital(name: string): string {
  const words = /^[a-z][a-z0-9]*(?:[-_ ][a-z0-9]+)*$/.test(name)
    ? name.replaceAll(/[-_]/g, ' ')
    : name;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
