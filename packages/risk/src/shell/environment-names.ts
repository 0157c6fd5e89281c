import { rehearsalWords } from '../action/environment.ts';

/** Words that say something about a parameter called environment, and nothing in the name of a thing: a service may be called `review`. */
const namesOfThings = new Set(
  'ci review feature tmp temp int integration mock perf training lab dryrun pr experimental'.split(
    ' ',
  ),
);

function isRehearsalWord(word: string): boolean {
  return (rehearsalWords.has(word) && !namesOfThings.has(word)) || word === 'k3s';
}

/** The words inside names such as `arn:aws:eks:cluster/prod-eu`, `PROD_DATABASE_URL` or `acmeProd`. */
export function nameWords(text: string): readonly string[] {
  return text
    .slice(0, 4096)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter(word => word !== '');
}

/** True if one of the words is production by a name of the settings; `non-prod` and `pre-prod` are not. */
export function namesProduction(text: string, names: readonly string[]): boolean {
  const words = nameWords(text);
  return words.some((word, i) => {
    const before = words[i - 1];
    if (before === 'non' || before === 'pre' || before === 'not') return false;
    const bare = word.replace(/[0-9]{1,8}$/u, '');
    return names.includes(word) || (bare !== '' && names.includes(bare));
  });
}

/** True if one of the words says that no outsider depends on this place. */
export function namesRehearsal(text: string): boolean {
  // Free text, such as a reason or a patch, says nothing about the place.
  if (text.length > 256 || /\s|^[{[]/u.test(text) || text.includes('/usr/local')) return false;
  const words = nameWords(text);
  return words.some(
    (word, i) =>
      isRehearsalWord(word) ||
      isRehearsalWord(word.replace(/[0-9]{1,8}$/u, '')) ||
      (word === 'prod' && (words[i - 1] === 'non' || words[i - 1] === 'pre')) ||
      (word === 'pr' && /^[0-9]{1,7}$/u.test(words[i + 1] ?? '')) ||
      /^pr[0-9]{1,7}$/u.test(word),
  );
}
