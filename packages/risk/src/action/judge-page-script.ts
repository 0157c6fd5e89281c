import type { CallFacts, Report } from './call-facts.ts';
import { namesLastingEffect, onlyLooksAround } from './judge-screen.ts';
import { splitWords } from './words.ts';

const longestScript = 65_536;
const mostLiterals = 64;

/** A script in a page has the sessions of the person who is signed in there, and hands as well. */
export function judgePageScript(text: string, facts: CallFacts, report: Report): void {
  const script = text.slice(0, longestScript);
  const secrets =
    /document\s?\.\s?cookie|localStorage(?!Mock)|sessionStorage|indexedDB|credentials\.get/u.test(
      script,
    );
  const sends =
    /fetch\s?\(|XMLHttpRequest|sendBeacon|WebSocket|new Image|\.src\s?=|location\s?(\.href)?\s?=/u.test(
      script,
    );
  if (secrets) {
    report(
      sends ? 'secret_leaving' : 'secret_access',
      sends ? 'critical' : 'high',
      'a script reads the sessions of a page',
    );
  }
  const level = facts.place.rehearsal ? 'medium' : 'high';
  if (
    /method['"]?\s?:\s?['"`](post|put|patch|delete)|\.open\s?\(\s?['"`](post|put|patch|delete)|(axios|\$|jQuery|http|client|api)\.(post|put|patch|delete)\s?\(|sendBeacon\s?\(/iu.test(
      script,
    )
  ) {
    report('production_change', level, 'a script in a page sends a change');
  }
  if (
    !/\.(click|submit|requestSubmit|dispatchEvent|trigger)\s?\(|\.(onclick|checked)\s?=|\[\s?['"`](click|submit)['"`]\s?\]/u.test(
      script,
    )
  )
    return;
  const literals = literalsOf(script).map(splitWords);
  const lasting = literals.some(words => namesLastingEffect(words, false));
  const many = /forEach|\.map\s?\(|\bfor\s?\(|\.each\s?\(|querySelectorAll|\bwhile\s?\(/u.test(
    script,
  );
  const submits = /\.(submit|requestSubmit)\s?\(/u.test(script);
  const around = literals.some(onlyLooksAround);
  if (lasting) report('irreversible', level, 'a script presses something with lasting effect');
  else if ((many || submits || facts.place.production) && !around)
    report('production_change', level, 'a script presses something unknown');
  else report('data_write', 'medium', 'a script presses something');
}

/** What stands in quotation marks: selectors, labels, addresses. Bounded. */
function literalsOf(script: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < script.length && found.length < mostLiterals; at += 1) {
    const mark = script[at];
    if (mark !== '"' && mark !== "'" && mark !== '`') continue;
    const end = script.indexOf(mark, at + 1);
    if (end < 0) break;
    if (end - at <= 200) found.push(script.slice(at + 1, end));
    at = end;
  }
  return found;
}
