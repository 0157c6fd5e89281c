import { useEffect, useMemo, useState } from 'react';
import { type CodeLanguage, isCode } from './language.ts';
import { type Language, type Token, tokenize } from './tokens.ts';

/** More than this is shown without colour. It costs time, and thousands of coloured words do not help. */
const colouredMax = 100_000;

type Colour = (value: string) => Token[];
const loaded = new Map<CodeLanguage, Colour>();

async function load(language: CodeLanguage): Promise<void> {
  const { grammarTokens, loadGrammar } = await import('./grammars.ts');
  const grammar = await loadGrammar(language);
  loaded.set(language, value => grammarTokens(value, grammar));
}

/** The colours of texts. A grammar is loaded when a program of its language is first shown; until then the text is plain. */
export function useTokens(
  texts: readonly { readonly value: string; readonly language: Language }[],
): readonly (readonly Token[])[] {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    const languages = new Set(texts.map(({ language }) => language).filter(isCode));
    for (const language of languages) {
      if (loaded.has(language)) continue;
      load(language).then(
        () => !gone && setTurn(before => before + 1),
        // Without colours the text is all there.
        () => undefined,
      );
    }
    return () => {
      gone = true;
    };
  }, [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grammar that arrived changes the colours
  return useMemo(
    () =>
      texts.map(({ value, language }) => {
        const colour =
          isCode(language) && value.length <= colouredMax ? loaded.get(language) : undefined;
        return colour?.(value) ?? tokenize(value, language);
      }),
    [texts, turn],
  );
}
