// Finds what makes a test fail by chance: a random value that nobody can repeat, a wait that some machine is too slow
// for, an edit that changes nothing once in a while. Each finding is a sentence, so that planted violations can be
// tested as easily as the repository.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, findImports, parseSource, placeOf } from './syntax.ts';

/** Files without any of these words have nothing to find, and reading a file as a tree takes time. */
const worthReading =
  /Math\.random|COUNTERSIGN_SEED|Date\.now\(\) %|timers|setTimeout|\.count\(\)|\.is(?:Visible|Hidden|Enabled|Disabled|Checked)\(|waitForTimeout|\bfc\.|\.replace\(|timeout/;

/** A limit that only ends a test which hangs is at least this long. */
const hangMillisecondsMin = 30_000;

/** Tests, and what only tests use. */
export function isOfTests(path: string): boolean {
  return (
    /\.(test|proof)\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) || /^tests\//.test(path)
  );
}

/** `waits` names the files that may use a timer, each with the reason why no event can take its place. */
export function checkChance(
  file: RepositoryFile,
  waits: Readonly<Record<string, string>>,
): string[] {
  if (!worthReading.test(file.text) && !Object.hasOwn(waits, file.path)) return [];
  const source = parseSource(file);
  const timers = findTimers(source);
  const isAllowed = Object.hasOwn(waits, file.path);
  return [
    ...(isAllowed ? [] : timers.map(node => `${placeOf(node)} waits by the clock; ${waitAdvice}`)),
    ...(isAllowed && timers.length === 0 ? [`${file.path} needs no allowance any more`] : []),
    ...[...everyNode(source)].flatMap(node => checkNode(node, file.path)),
  ];
}

const waitAdvice = 'wait for an event, or inject a clock that the test moves';

function findTimers(source: ts.SourceFile): ts.Node[] {
  const imported = findImports(source).filter(({ node, specifier }) => {
    return /^(node:)?timers(\/promises)?$/.test(specifier ?? '') && namesTimer(node);
  });
  const called = [...everyNode(source)].filter(
    node =>
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'setTimeout',
  );
  return [...imported.map(({ node }) => node), ...called];
}

function namesTimer(node: ts.Node): boolean {
  return /\b(setTimeout|setInterval|scheduler)\b/.test(node.getText());
}

function checkNode(node: ts.Node, path: string): string[] {
  if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random') {
    return [`${placeOf(node)} uses Math.random; take the seed of effort.ts, which can be repeated`];
  }
  if (ts.isStringLiteral(node) && node.text === 'COUNTERSIGN_SEED' && !/effort\.ts$/.test(path)) {
    return [`${placeOf(node)} reads the seed itself; take the seed of effort.ts`];
  }
  if (ts.isBinaryExpression(node) && /^Date\.now\(\) %/.test(node.getText())) {
    return [`${placeOf(node)} takes a seed from the clock; take the seed of effort.ts`];
  }
  return ts.isCallExpression(node) ? checkCall(node) : [];
}

function checkCall(call: ts.CallExpression): string[] {
  const callee = call.expression.getText();
  const place = placeOf(call);
  if (/\bfc\.(assert|check|sample)$/.test(callee) && !hasSeed(call.arguments[1])) {
    return [`${place} runs a property without a seed; pass { seed }`];
  }
  if (/\.replace$/.test(callee) && isConstantEdit(call.arguments)) {
    return [`${place} may write the character that is there; replace it by a function of it`];
  }
  const look = /^assert(\.|$)/.test(callee) ? findLook(call) : undefined;
  if (look !== undefined) {
    return [
      `${place} looks once at a page that may still change (${look}); wait with comesTo or waitFor`,
    ];
  }
  if (/\.waitForTimeout$/.test(callee)) return [`${place} waits by the clock; ${waitAdvice}`];
  const limit = hangLimit(callee, call.arguments);
  if (limit !== undefined && limit < hangMillisecondsMin) {
    return [`${place} gives up after ${limit} ms; a limit that bounds a hang is 30 s or more`];
  }
  return [];
}

/** What of a page is asked at one moment only. `count` is also a word of others, so its owner has to be a part of a page. */
function findLook(call: ts.CallExpression): string | undefined {
  for (const argument of call.arguments) {
    for (const node of everyNode(argument)) {
      if (!ts.isAwaitExpression(node) || !ts.isCallExpression(node.expression)) continue;
      const asked = node.expression.expression;
      if (!ts.isPropertyAccessExpression(asked)) continue;
      const { text } = asked.name;
      if (/^is(Visible|Hidden|Enabled|Disabled|Checked)$/.test(text)) return text;
      if (text === 'count' && /locator\(|getBy[A-Z]/.test(asked.expression.getText())) return text;
    }
  }
  return undefined;
}

/** The seed may stand in the options themselves, or in an object that they are, or are made from. */
function hasSeed(options: ts.Expression | undefined): boolean {
  if (options === undefined) return false;
  if (!ts.isObjectLiteralExpression(options)) return true;
  return options.properties.some(
    property => ts.isSpreadAssignment(property) || property.name?.getText() === 'seed',
  );
}

/** An expression that ends with any one character, replaced by a text that ends with a certain hexadecimal digit. */
function isConstantEdit([pattern, text]: readonly ts.Expression[]): boolean {
  if (pattern === undefined || text === undefined) return false;
  if (!ts.isRegularExpressionLiteral(pattern) || !ts.isStringLiteralLike(text)) return false;
  const endsWithAny = /(?<!\\)(\.|\\[wd]|\[[^\]\\]+\])\)?\$?\/[a-z]*$/;
  return endsWithAny.test(pattern.text) && /[0-9A-Za-z_-]$/.test(text.text);
}

function hangLimit(callee: string, args: readonly ts.Expression[]): number | undefined {
  if (!/^(test|it|describe|suite)$|\.(waitFor|waitForURL|waitForSelector)$/.test(callee)) {
    return undefined;
  }
  const options = args.find(ts.isObjectLiteralExpression);
  const timeout = options?.properties.find(property => property.name?.getText() === 'timeout');
  if (timeout === undefined || !ts.isPropertyAssignment(timeout)) return undefined;
  const { initializer } = timeout;
  return ts.isNumericLiteral(initializer) ? Number(initializer.text) : undefined;
}
