const hitsMax = 2000;

/** Every place of a text on the page, in the order of reading, without regard to upper and lower case. */
export function findText(within: HTMLElement, sought: string): readonly Range[] {
  const wanted = sought.toLowerCase();
  if (wanted === '') return [];
  const nodes: Text[] = [];
  const starts: number[] = [];
  let all = '';
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('.visually-hidden') != null)
      continue;
    nodes.push(node);
    starts.push(all.length);
    // Upper case of another length would shift every place behind it.
    const lower = node.data.toLowerCase();
    all += lower.length === node.data.length ? lower : node.data;
  }
  const hits: Range[] = [];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length)) {
    hits.push(rangeOf(nodes, starts, at, at + wanted.length));
    if (hits.length >= hitsMax) break;
  }
  return hits;
}

function rangeOf(
  nodes: readonly Text[],
  starts: readonly number[],
  from: number,
  to: number,
): Range {
  const range = new Range();
  const first = starts.findLastIndex(start => start <= from);
  const last = starts.findLastIndex(start => start < to);
  const [start, end] = [nodes[first], nodes[last]];
  if (start !== undefined) range.setStart(start, from - (starts[first] ?? 0));
  if (end !== undefined) range.setEnd(end, to - (starts[last] ?? 0));
  return range;
}

/** Draws hits without an element or a character between the bytes, and gives back the current one. */
export function showHits(hits: readonly Range[], at: number): Range | undefined {
  const current = hits[at];
  // A browser without highlights selects the current hit.
  if (typeof CSS.highlights === 'undefined') {
    if (current !== undefined) getSelection()?.addRange(current);
  } else {
    CSS.highlights.set('found', new Highlight(...hits));
    CSS.highlights.set('found-now', new Highlight(...(current === undefined ? [] : [current])));
  }
  return current;
}
