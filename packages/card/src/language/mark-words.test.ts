import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { english } from './english.ts';
import { type MarkText, markSentences } from './english-marks.ts';
import { german } from './german.ts';
import { germanMarks } from './german-marks.ts';
import { japanese } from './japanese.ts';
import { japaneseMarks } from './japanese-marks.ts';
import { markWords } from './mark-words.ts';

const folder = new URL('../marks/', import.meta.url);

/** Every sentence in the source of the rules: a text that begins like a sentence and has several words or ends with a dot. */
function writtenSentences(): readonly string[] {
  const found = new Set<string>();
  const files = readdirSync(folder).filter(name => !name.includes('.test.'));
  for (const file of files) {
    const source = readFileSync(new URL(file, folder), 'utf8').replaceAll(
      /^\s*(?:\/\/|\/?\*).*$/gm,
      '',
    );
    for (const [, plain, parted] of source.matchAll(
      /(?<![\w\\])'([A-Z][^'\n]*\.)'|`((?:[A-Z]|\$\{)[^`\n]*(?:\n[^`\n]*){0,3}\.)`/g,
    )) {
      const text = plain ?? parted ?? '';
      if (!/^(?:\$\{.*?\} )?[A-Za-z:.]+(?: |\.)/s.test(text)) continue;
      found.add(withPlaces(text));
    }
  }
  return [...found];
}

/** `${…}` with whatever stands inside becomes a place. */
function withPlaces(text: string): string {
  let depth = 0;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text.startsWith('${', at)) {
      out += '{}';
      depth = 1;
      at += 1;
    } else if (depth > 0) {
      if (text[at] === '{') depth += 1;
      if (text[at] === '}') depth -= 1;
    } else out += text[at];
  }
  return out;
}

describe('the words of a mark in another language', () => {
  test('every sentence of a rule is in the catalogue', () => {
    const written = writtenSentences();
    assert.ok(written.length > 130, String(written.length));
    const probe = Object.fromEntries(markSentences.map(each => [each, 'known'])) as MarkText;
    const left = written.filter(sentence => {
      const said = ['7', 'deletes'].map(part => sentence.replaceAll('{}', part));
      return said.every(each => markWords(each, probe) === each);
    });
    assert.deepEqual(left, []);
  });

  test('a translation keeps every place, and none is the English sentence', () => {
    for (const text of [germanMarks, japaneseMarks]) {
      for (const english of markSentences) {
        const count = (said: string) => said.split('{}').length;
        assert.equal(count(text[english]), count(english), english);
        assert.notEqual(text[english], english);
      }
    }
  });

  test('a page finds the mark of a new recipient by its words', () => {
    assert.equal(markWords(english.newRecipient, germanMarks), german.newRecipient);
    assert.equal(markWords(english.newRecipient, japaneseMarks), japanese.newRecipient);
  });

  test('what a mark names stays as it is, and the sentence inside another one is translated too', () => {
    assert.equal(
      markWords(
        'Deletes ~/data and everything in it, outside the project. This cannot be undone.',
        germanMarks,
      ),
      'Löscht ~/data mit allem, was darin ist, außerhalb des Projekts. Das lässt sich nicht rückgängig machen.',
    );
    assert.equal(
      markWords('New. Before it was DE89 {}.', japaneseMarks),
      '新規です。以前は DE89 {} でした。',
    );
    assert.equal(
      markWords('Decoded: Runs what was downloaded. No one has seen it.', germanMarks),
      'Decodiert: Führt aus, was heruntergeladen wurde. Niemand hat es gesehen.',
    );
    assert.equal(
      markWords('Another sender. Before it was a.', germanMarks),
      'Ein anderer Wert für sender. Vorher war es a.',
    );
  });

  test('words without a sentence of ours stay as they are, and long ones cost no time', () => {
    assert.equal(markWords('Something else', germanMarks), 'Something else');
    assert.equal(markWords('Before it was $&.', germanMarks), 'Vorher war es $&.');
    // A value that is a sentence of ours is still a value.
    assert.equal(
      markWords('The others have Turned off..', germanMarks),
      'Die anderen haben Turned off..',
    );
    const long = 'Another a. '.repeat(170);
    const start = process.cpuUsage().user;
    markWords(long, germanMarks);
    assert.ok(process.cpuUsage().user - start < 200_000);
  });
});
