import type { CallFacts, Report } from './call-facts.ts';
import { isList, isObject, isYes, type Leaf } from './survey.ts';
import { splitWords } from './words.ts';

const stageText = /["'`]\$(?:out|merge)["'`]\s{0,4}:|\{\s{0,4}\$(?:out|merge)\s{0,4}:/u;

/** A pipeline that ends in `$out` or `$merge` reads like a query, and puts what it finds in place of a collection. */
export function judgeStoredResults(facts: CallFacts, report: Report): void {
  const { leaves, branches } = facts.seen;
  const stage = branches.some(
    ({ value }) => isObject(value) && ('$out' in value || '$merge' in value),
  );
  // The name of a collection stands as a text under its stage.
  const named = leaves.some(
    ({ owner }) => owner !== null && ('$out' in owner || '$merge' in owner),
  );
  const written = leaves.some(
    ({ key, value }) =>
      typeof value === 'string' &&
      pipelineKeys.has(key.last) &&
      stageText.test(value.slice(0, 65_536)),
  );
  if (stage || named || written)
    report(
      'unbounded_write',
      facts.place.rehearsal ? 'medium' : 'high',
      'puts the result of a query in place of a collection',
    );
}

const pipelineKeys: ReadonlySet<string> = new Set(
  'pipeline stages aggregation query aggregate'.split(' '),
);

const replacing: ReadonlySet<string> = new Set(
  'replace overwrite reset mirror set_all full_replace replace_all'.split(' '),
);
const manners: ReadonlySet<string> = new Set(
  'mode command strategy operation action op method update_type write_mode write_disposition behavior behaviour type'.split(
    ' ',
  ),
);
const contents: ReadonlySet<string> = new Set(
  'new_str new_string content contents body text markdown html value new_content data document blocks'.split(
    ' ',
  ),
);
/** Beside one of these only a part is replaced. */
const partKeys: ReadonlySet<string> = new Set(
  'old_str old_string search find pattern match selection selection_with_ellipsis range'.split(' '),
);
const losing: ReadonlySet<string> = new Set(
  'allow_deleting_content allow_deletion allow_delete delete_children delete_missing remove_missing prune'.split(
    ' ',
  ),
);

/** The call replaces the earlier content by an empty list or text, or permits the loss of that content. */
export function judgeEmptied(facts: CallFacts, report: Report): void {
  const { leaves, branches } = facts.seen;
  if (facts.place.rehearsal || leaves.some(({ key }) => partKeys.has(key.name))) return;
  const loses = leaves.some(
    ({ key, value }) =>
      losing.has(key.name) && value !== null && typeof value !== 'number' && isYes(value),
  );
  const empty =
    leaves.some(
      ({ key, value, depth }) =>
        depth <= 1 && contents.has(key.name) && typeof value === 'string' && value.trim() === '',
    ) || branches.some(({ value, depth }) => depth <= 1 && isList(value) && value.length === 0);
  if (loses) report('irreversible', 'high', 'allows that what is there is lost');
  else if (empty && leaves.some(replacesAll))
    report('irreversible', 'high', 'replaces what is there by nothing');
}

function replacesAll({ key, value, depth }: Leaf): boolean {
  if (depth > 1) return false;
  if (key.words[0] === 'replace' || key.words[0] === 'overwrite') return value === true;
  if (!manners.has(key.name) || typeof value !== 'string' || value.length > 40) return false;
  return splitWords(value).some(word => replacing.has(word));
}
