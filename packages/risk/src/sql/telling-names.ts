import { wordSet } from './word-set.ts';

/** What a function gives when it tells what another one would do. */
const tellings = wordSet(`
  preview previews dryrun simulation simulate simulated estimate estimated estimation candidates
  candidate count counts
`);
/** A word that takes the promise back, or adds a deed to it. */
const deeds = wordSet(`
  and then or apply execute commit perform now force really after before without no not skip
  skipped disable bypass from if
`);
/** Verbs whose object a count may be: `reset_count` does reset it. */
const ofCounts = wordSet(`
  reset clear set update increment decrement add store save write flush
`);

/**
 * True for `purge_preview`, `delete_dry_run` and `archive_count`: the verb says what would be done, the end
 * that it is only told. All words are looked at, since `purge_preview_and_apply` does it.
 */
export function onlyTells(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const dry = last === 'run' && words.at(-2) === 'dry';
  if (!dry && !tellings.has(last)) return false;
  if (words.some(word => deeds.has(word))) return false;
  return !(last.startsWith('count') && words.some(word => ofCounts.has(word)));
}
