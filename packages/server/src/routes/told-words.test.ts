import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signalWords } from '@countersign/card';
import { findingSentence, languages, sentenceText } from '@countersign/card/languages';
import { actionTypes, signals } from '@countersign/risk';

test('what the risk assessment can name has words in every language', () => {
  for (const language of languages) {
    const { acts } = sentenceText(language);
    assert.deepEqual(Object.keys(acts), [...actionTypes]);
  }
  for (const signal of Object.keys(signals)) {
    assert.notEqual(signalWords(signal), signal.replaceAll('_', ' '), signal);
    const said = languages.map(language => findingSentence(language, signal, 'x'));
    assert.equal(new Set(said).size, languages.length, signal);
  }
});
