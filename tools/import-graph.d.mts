export class ImportGraph {
  constructor(files: readonly string[], read: (file: string) => string);
  usersOf(changed: readonly string[]): ReadonlySet<string>;
  usedBy(file: string): ReadonlySet<string>;
}
