export type Cell = string | number | null;

/** A line of RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/**
 * Agents choose names and values. A spreadsheet would run a value that begins like a formula, also after blanks and in
 * the wide signs of East Asian scripts.
 */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^\s*[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
