import { onFirstUse } from '../first-use.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { type Lexicon, lexiconOf } from './lexicon.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { type UnspacedLexicon, unspacedLexicon } from './retell-unspaced.ts';
import { spanish } from './spanish.ts';

/** The languages whose words have spaces between them. */
export const spelledLexicons: () => readonly Lexicon[] = onFirstUse(() =>
  [german, french, spanish, portuguese, italian, dutch, polish].map(lexiconOf),
);

export const japaneseLexicon: () => UnspacedLexicon = onFirstUse(() => unspacedLexicon(japanese));
export const chineseLexicon: () => UnspacedLexicon = onFirstUse(() => unspacedLexicon(chinese));
export const koreanLexicon: () => UnspacedLexicon = onFirstUse(() => unspacedLexicon(korean));
