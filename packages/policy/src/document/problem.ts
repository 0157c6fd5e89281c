/** Somewhere in a policy file. Lines and columns count from one. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One problem of a policy: its place, what was expected, what was found, and a suggestion. */
export interface PolicyProblem extends Place {
  readonly message: string;
  readonly suggestion: string | null;
}

export function problemAt(
  { file, line, column }: Place,
  message: string,
  suggestion: string | null = null,
): PolicyProblem {
  return { file, line, column, message, suggestion };
}

/** In the form that terminals and editors turn into a link. */
export function problemText({ file, line, column, message, suggestion }: PolicyProblem): string {
  return `${file}:${line}:${column}: ${message}${suggestion === null ? '' : ` (${suggestion})`}`;
}

/** By file, line and column, so that the same files always give the same list. */
export function sortProblems(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return problems.toSorted(
    (a, b) =>
      byText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      byText(a.message, b.message),
  );
}

/** What was found, in words that fit on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
