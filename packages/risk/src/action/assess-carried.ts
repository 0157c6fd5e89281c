import type { ActionType } from '../action-type.ts';
import type { Carried } from '../canonical/carried-code.ts';
import { unknownLanguage } from '../canonical/unknown-language.ts';
import type { Finding } from '../finding.ts';
import type { Instruments } from './assess-call.ts';
import type { CallFacts, Report } from './call-facts.ts';
import { judgePageScript } from './judge-page-script.ts';
import type { ContentJudges } from './runnable-content.ts';

/** What the judge of its language says about one piece of code. */
interface CodeAssessment {
  readonly findings: readonly Finding[];
  readonly reads_only: boolean;
  readonly changes_elsewhere?: boolean;
  readonly action_type: ActionType | null;
  readonly names_production?: boolean;
}

const codeOptions: Readonly<Record<string, string>> = {
  node: '-e',
  ruby: '-e',
  perl: '-e',
  php: '-r',
  cmd: '/c',
};

/** Shells that are read as code: what they run are commands all the same. */
const lineShells: ReadonlySet<string> = new Set(['pwsh', 'cmd']);

/** A tool that is made for dry runs and is told to make one. The agent cannot choose the name of a tool. */
function planned({ tool, pretence }: CallFacts): boolean {
  return tool.phrase.includes('_dry_run_') && pretence.rehearses && pretence.commits === null;
}

/** A database that lives in memory and is gone with the call. */
function leavesNothing({ tool, resource, seen }: CallFacts): boolean {
  if (!tool.words.includes('sqlite') && !tool.words.includes('duckdb')) return false;
  const places = seen.leaves
    .filter(({ key }) => placeKeys.test(key.name))
    .map(({ value }) => value);
  const inMemory = places.every(place => place === ':memory:');
  return inMemory && (resource === ':memory:' || places.length > 0);
}

const placeKeys = /^(?:database|db|path|file|db_path|database_path|connection|filename)$/u;

/** A key of the test mode of a service that moves money, given to its library, and no other key. */
function usesTestKey(text: string): boolean {
  return (
    /(?:api_?key\s{0,4}[=:]\s{0,4}|\bstripe\s{0,4}\(\s{0,4})["'][rs]k_test_/iu.test(text) &&
    !/[rs]k_live_|environ|getenv|process\.env/iu.test(text)
  );
}

/** Hands the code of a call to the judge of its language. */
export function assessCarried(
  code: Carried,
  facts: CallFacts,
  instruments: Instruments,
  report: Report,
): CodeAssessment {
  const { production, rehearsal } = facts.place;
  switch (code.kind) {
    case 'shell':
      return raisedInProduction(
        instruments.shell(code.text, production, rehearsal),
        production,
        report,
      );
    case 'argv':
      return raisedInProduction(
        instruments.argv(code.argv, production, rehearsal),
        production,
        report,
      );
    case 'sql':
      return planned(facts) || leavesNothing(facts)
        ? { findings: [], reads_only: true, action_type: null }
        : instruments.sql(code.text, production);
    case 'code':
      break;
  }
  if (code.language === 'node') judgePageScript(code.text, facts, report);
  if (code.language === unknownLanguage)
    report(
      'unparsable',
      unreadLevel(code.text, production),
      'code in a language that is not analysed',
    );
  const assessed = assessCode(code.language, code.text, facts, instruments);
  if (code.placed !== true)
    return lineShells.has(code.language)
      ? raisedInProduction(assessed, production, report)
      : assessed;
  // Code that is only written into a cell does not run yet. Code that the cell would load from outside counts anyway.
  const findings = assessed.findings.filter(({ signal }) => broughtIn.has(signal));
  return { ...assessed, findings, reads_only: false };
}

/** A command counts as a change unless it is known to only read. In production, such a change is at least high. */
function raisedInProduction(
  assessed: CodeAssessment,
  production: boolean,
  report: Report,
): CodeAssessment {
  if (production && !assessed.reads_only) {
    report('production_change', 'high', 'a command that may do more than read');
  }
  return assessed;
}

function assessCode(
  language: string,
  text: string,
  facts: CallFacts,
  instruments: Instruments,
): CodeAssessment {
  const argv = [language, codeOptions[language] ?? '-c', text];
  const tests = facts.place.rehearsal || (!facts.place.production && usesTestKey(text));
  return instruments.argv(argv, facts.place.production, tests);
}

/** The judges of what is written into a file that runs later. */
export function contentJudges(facts: CallFacts, instruments: Instruments): ContentJudges {
  const { production, rehearsal } = facts.place;
  return {
    shell: command => instruments.shell(command, production, rehearsal).findings,
    code: (language, text) => assessCode(language, text, facts, instruments).findings,
  };
}

const broughtIn: ReadonlySet<string> = new Set([
  'remote_code',
  'remote_shell',
  'secret_leaving',
  'policy_tampering',
]);

/** Unreadable code is graver where it names both a way out and a way to run. */
function unreadLevel(text: string, production: boolean): 'medium' | 'high' {
  const head = text.slice(0, 65_536);
  const network = /https?:|socket|HttpClient|HttpRequest|URLConnection|new URL|curl|wget/iu;
  const running =
    /exec|eval|spawn|system|ProcessBuilder|Runtime|load|evaluate|GroovyShell|Command::new|source|include|require|import|post|payload|send/iu;
  return production || (network.test(head) && running.test(head)) ? 'high' : 'medium';
}
