import { historyText } from '../language/english/history.ts';
import { fitsSearch, parseSearch, type QueueSearch } from '../queue/queue-search.ts';

export { fitsSearch };

/** What the user typed into the box: words and filters, the id of a request, or the code that a terminal shows. */
export interface HistorySearch extends QueueSearch {
  readonly requestId: string | null;
  readonly shortCode: string | null;
}

const idForm = /^ar_[0-9a-z]{4,64}$/;
const codeForm = /^[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}$/i;

export function parseHistorySearch(text: string): HistorySearch {
  const only = text.trim();
  const requestId = idForm.test(only) ? only : null;
  const shortCode = codeForm.test(only) && /[0-9-]/.test(only) ? codeOf(only) : null;
  const parsed = parseSearch(text);
  return requestId !== null || shortCode !== null
    ? { ...parsed, words: [], requestId, shortCode }
    : { ...parsed, requestId, shortCode };
}

function codeOf(text: string): string {
  const letters = text.toUpperCase().replace('-', '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The same words asked of the server, which also finds what was not loaded: as a tool, or as an agent. */
export function narrowings(
  text: string,
): readonly { readonly label: string; readonly text: string }[] {
  const word = text.trim();
  if (word === '' || /[\s:]/.test(word)) return [];
  return [
    { label: historyText.toolIs(word), text: `tool:${word}` },
    { label: historyText.agentIs(word), text: `agent:${word}` },
  ];
}
