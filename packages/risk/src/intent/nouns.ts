import { onFirstUse } from '../first-use.ts';
import { type NounGroup, nounLexicon } from './noun-lexicon.ts';
import { wordSet } from './word-list.ts';

export type { NounGroup } from './noun-lexicon.ts';

export interface Noun {
  readonly group: NounGroup;
  /** The name that a scope gives it. */
  readonly type: string;
  readonly plural: boolean;
}

function pluralOf(noun: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function indexNouns(): ReadonlyMap<string, Noun> {
  const index = new Map<string, Noun>();
  for (const [group, entries] of Object.entries(nounLexicon) as [NounGroup, string][]) {
    for (const entry of entries.trim().split(/\s+/)) {
      const [written = '', type = written] = entry.split('=');
      const isPlural = written.endsWith('!');
      const noun = written.replace('!', '');
      if (!index.has(noun))
        index.set(noun, { group, type: type.replace('!', ''), plural: isPlural });
      const plural = pluralOf(noun);
      if (!isPlural && !index.has(plural))
        index.set(plural, { group, type: type.replace('!', ''), plural: true });
    }
  }
  return index;
}

const nounIndex = onFirstUse(indexNouns);

export function readNoun(word: string): Noun | undefined {
  return nounIndex().get(word);
}

/** Two words that mean something else together than apart. */
const compounds = onFirstUse(
  (): ReadonlySet<string> => new Set([...nounIndex().keys()].filter(noun => noun.includes('-'))),
);

const compoundStarts = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(
      [...compounds()].flatMap(noun => {
        const parts = noun.split('-');
        return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
      }),
    ),
);

/** The noun that two neighbouring words make: "api key" is `api-key`. */
export function readCompound(first: string, second: string): Noun | undefined {
  if (!compoundStarts().has(first)) return undefined;
  const joined = `${first}-${second}`;
  return compounds().has(joined) ? nounIndex().get(joined) : undefined;
}

const productionWords: ReadonlySet<string> = wordSet(
  'prod production prd live stable customer-facing mainnet',
);
const sandboxWords: ReadonlySet<string> = wordSet(`
  staging stage dev development test testing sandbox local localhost preview qa uat testnet
  playground demo scratch dummy ci integration experimental pre-prod preprod toy
  throwaway mock locally fake fakes synthetic fixture fixtures minikube kind-cluster dev-box
  nonprod non-prod lab rehearsal emulator simulator dryrun dry-run ephemeral disposable
`);

/** The environment that a word names, also as a part of a name: `acme-prod-invoices`, `config/production.yml`. */
export function environmentOf(word: string): 'production' | 'sandbox' | null {
  if (!/[-_./:@]/.test(word))
    return productionWords.has(word)
      ? 'production'
      : sandboxWords.has(word) || word === 'nonprod'
        ? 'sandbox'
        : null;
  const parts = word.split(/[-_./:@]/);
  if (/pre-?prod|non-?prod/.test(word)) return 'sandbox';
  if (parts.some(part => productionWords.has(part))) return 'production';
  return parts.some(part => sandboxWords.has(part)) ? 'sandbox' : null;
}
