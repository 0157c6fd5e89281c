import type { JsonObject } from '@countersign/protocol/json';
import type { CodeDeed, CodeReading } from '../code/code-deed.ts';
import { HOLE } from '../code/code-value.ts';
import { readCode } from '../code/read-code.ts';
import { readPlainCode } from '../code/read-plain-code.ts';
import { atLeastHigh } from '../finding.ts';
import { mutatesOverHttp } from '../own/own-requests.ts';
import { assessRemoval, assessWrite } from './file-effects.ts';
import type { Scope } from './scope.ts';
import { literal, UNKNOWN, unknown, type Value } from './value.ts';

const mostStatements = 100;

/** A text of the code as a value of the shell: what is not known there is not known here. */
function shellValue(text: string): Value {
  return { ...literal(text.replaceAll(HOLE, UNKNOWN)), glob: false };
}

/** Judges what code does, deed by deed, with the judges of commands, statements and tools. */
function runDeeds(
  scope: Scope,
  by: string,
  reading: CodeReading,
  runsCode: (text: string) => void,
): void {
  const names = scope.context.settings.production_names;
  const named = reading.places.some(place => scope.namesPlace(place, names));
  if (named) scope.machine.namesProduction = true;
  const production = named || scope.context.production;
  reading.deeds.slice(0, mostStatements).forEach(deed => {
    runDeed(scope, by, deed, production, runsCode);
  });
}

const naming = /name|id$|cluster|bucket|host|project|env|stage|target|service|database|account/iu;

/** A service is told by name what to act on, and names of production are in such names. */
function namesProductionIn(parameters: JsonObject, scope: Scope): boolean {
  const names = scope.context.settings.production_names;
  return Object.entries(parameters).some(
    ([key, value]) =>
      typeof value === 'string' && naming.test(key) && scope.namesPlace(value, names),
  );
}

function runDeed(
  scope: Scope,
  by: string,
  deed: CodeDeed,
  production: boolean,
  runsCode: (text: string) => void,
): void {
  const { context } = scope;
  switch (deed.kind) {
    case 'shell':
      scope.runner.text(scope, shellValue(deed.text), null);
      break;
    case 'argv':
      scope.runner.argv(scope, deed.argv.map(shellValue), null);
      break;
    case 'sql':
      for (const found of context.assessSql(deed.text, production).findings)
        scope.find(found.signal, found.level, found.evidence);
      break;
    case 'write': {
      const target = shellValue(deed.path);
      assessWrite(scope, target, { by, replaces: scope.path(target).place !== 'project' });
      break;
    }
    case 'call':
      for (const found of context.assessTool?.(
        deed.tool,
        deed.parameters,
        production || namesProductionIn(deed.parameters, scope),
      ) ?? [])
        if (atLeastHigh(found)) scope.find(found.signal, found.level, `${by}: ${found.evidence}`);
      break;
    case 'code':
      scope.nested(undefined, () => runsCode(deed.text));
      break;
    case 'removal': {
      const targets = deed.paths.map(path => ({
        ...(path.includes(HOLE) ? unknown() : literal(path)),
        glob: /[*?[]/u.test(path),
      }));
      assessRemoval(scope, targets, { by, recursive: deed.recursive });
      break;
    }
    case 'replacement':
      scope.find(
        'destructive_command',
        context.rehearsal === true && !production ? 'medium' : 'high',
        `${by} replaces a whole table: ${deed.what}`,
      );
      break;
    case 'hidden':
      scope.find('opaque_payload', 'high', `${by} runs a program not known beforehand`);
      break;
  }
}

/** What the grammar of the language finds, and what the tokens need not be asked about any more. */
interface GrammarResult {
  readonly isRead: boolean;
  readonly runs: boolean;
  readonly removes: boolean;
}

/** Judges code by its grammar. `namesRemoval` says that the tokens name a removal as well. */
export function assessByGrammar(
  scope: Scope,
  language: string,
  text: string,
  namesRemoval: boolean,
  runsCode: (text: string) => void,
): GrammarResult {
  const head = text.slice(0, 65_536);
  const reading = readCode(language, head) ?? readPlainCode(head);
  const removals = reading.deeds.filter(deed => deed.kind === 'removal');
  const removes =
    reading.complete &&
    removals.length > 0 &&
    removals.every(({ paths }) => paths.every(path => !path.includes(HOLE)));
  // What the grammar cannot follow is judged with the folders it is chosen from.
  const left = reading.deeds.filter(({ kind }) => kind !== 'removal' || removes || !namesRemoval);
  const places = liveHandle.test(head) ? [...reading.places, 'production'] : reading.places;
  if (reading.addresses.some(address => scope.own.reaches(address)) && mutatesOverHttp(head))
    scope.find('policy_tampering', 'critical', `${language} code calls the approval system`);
  runDeeds(scope, `${language} code`, { ...reading, places, deeds: left }, runsCode);
  const runs = reading.complete && left.some(({ kind }) => programDeeds.has(kind));
  return { isRead: reading.complete, runs, removes };
}

/** `engine_live.begin()`, `prod_db.execute()`: what the code is connected to, by its name. */
const liveHandle =
  /\b(?:(?:engine|conn|connection|db|database|session|client|pool|cursor)_(?:live|prod|production|prd)|(?:live|prod|production|prd)_(?:engine|conn|connection|db|database|session|client|pool|cursor))\s{0,2}\./iu;

const programDeeds: ReadonlySet<string> = new Set(['shell', 'argv', 'hidden', 'code']);
