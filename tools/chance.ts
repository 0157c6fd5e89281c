// Finds what makes a test fail by chance: a random value that no one can repeat, a wait that some machine is too slow
// for, an edit that changes nothing once in a while. Each finding is a sentence, so that planted violations can be
// tested as easily as the repository.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, findImports, parseSource, placeOf } from './syntax.ts';

/** Files without any of these words have nothing to find, and reading a file as a tree takes time. */
const worthReading =
  /Math\.random|COUNTERSIGN_SEED|Date\.now\(\) %|timers|setTimeout|\.count\(\)|TextContents\(|\.textContent\(|getAttribute\(|inputValue\(|doesNotMatch|\.includes\(|'(?:Today|Yesterday)'|\.is(?:Visible|Hidden|Enabled|Disabled|Checked)\(|waitForTimeout|\.goto\(|\.reload\(|\bfc\.|\.replace\(|timeout/;

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
  if (ts.isBlock(node)) return findDepartures(node);
  return ts.isCallExpression(node) ? checkCall(node) : [];
}

/** A press starts a call of the page. A page that is left before the answer came may take the call with it. */
function findDepartures({ statements }: ts.Block): string[] {
  return statements.flatMap((statement, at) => {
    const next = statements[at + 1];
    if (next === undefined || !/\.(goto|reload)$/.test(awaitedCallee(next))) return [];
    const press = awaitedCallee(statement);
    if (!/\.(click|press|tap)$/.test(press) || /\.keyboard\./.test(press)) return [];
    return [
      `${placeOf(next)} leaves a page right after a press; wait until the page says what the press did`,
    ];
  });
}

/** What a statement calls and waits for, without using the answer. */
function awaitedCallee(statement: ts.Statement): string {
  if (!ts.isExpressionStatement(statement)) return '';
  const { expression } = statement;
  if (!ts.isAwaitExpression(expression) || !ts.isCallExpression(expression.expression)) return '';
  return expression.expression.expression.getText();
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
  const short = /^assert(\.|$)/.test(callee) ? findShortAbsence(callee, call.arguments) : undefined;
  if (short !== undefined) {
    return [
      `${place} expects that ${short} is absent, and a random id or digest may contain it; look for the whole value`,
    ];
  }
  const look = /^assert(\.|$)/.test(callee) ? findLook(call) : undefined;
  if (look !== undefined) {
    return [
      `${place} looks once at a page that may still change (${look}); wait with comesTo, comesToSay, comesToHave or waitFor`,
    ];
  }
  if (/\.getBy[A-Z]\w+$/.test(callee) && namesDay(call.arguments)) {
    return [`${place} fails in a run that passes midnight; accept the day before as well`];
  }
  if (/\.waitForTimeout$/.test(callee)) return [`${place} waits by the clock; ${waitAdvice}`];
  const limit = hangLimit(callee, call.arguments);
  if (limit !== undefined && limit < hangMillisecondsMin) {
    return [`${place} gives up after ${limit} ms; a limit that bounds a hang is 30 s or more`];
  }
  return [];
}

/** A few letters or digits that a test expects to be absent. Ids, nonces and digests contain them once in a while. */
function findShortAbsence(callee: string, args: readonly ts.Expression[]): string | undefined {
  if (/\.doesNotMatch$/.test(callee)) {
    const pattern = args[1];
    if (pattern === undefined || !ts.isRegularExpressionLiteral(pattern)) return undefined;
    const text = pattern.text.slice(1, pattern.text.lastIndexOf('/'));
    return isShortOfAnId(text) ? text : undefined;
  }
  const [actual, expected] = args;
  if (actual === undefined) return undefined;
  const denied = ts.isPrefixUnaryExpression(actual) ? actual.operand : actual;
  const isDenied = denied !== actual || expected?.kind === ts.SyntaxKind.FalseKeyword;
  if (!isDenied || !ts.isCallExpression(denied)) return undefined;
  const [sought] = denied.arguments;
  const isSearch = /\.includes$/.test(denied.expression.getText());
  if (!isSearch || sought === undefined || !ts.isStringLiteralLike(sought)) return undefined;
  return isShortOfAnId(sought.text) && /\d/.test(sought.text) ? sought.text : undefined;
}

/** An id is hexadecimal, a nonce or digest may be base64url: long enough words do not come up in either. */
function isShortOfAnId(text: string): boolean {
  return /^[0-9a-f]{1,7}$/i.test(text) || /^[A-Za-z0-9]{1,3}$/.test(text);
}

/** What is asked of a page, and of nothing else. */
const onlyOfPages =
  /^(is(Visible|Hidden|Enabled|Disabled|Checked)|all(TextContents|InnerTexts)|innerText|textContent|getAttribute|inputValue)$/;

/** What of a page is asked at one moment only. `count` is also a word of others, so its owner has to be a part of a page. */
function findLook(call: ts.CallExpression): string | undefined {
  for (const argument of call.arguments) {
    for (const node of everyNode(argument)) {
      if (!ts.isAwaitExpression(node) || !ts.isCallExpression(node.expression)) continue;
      const asked = node.expression.expression;
      if (!ts.isPropertyAccessExpression(asked)) continue;
      const { text } = asked.name;
      if (onlyOfPages.test(text)) return text;
      if (text === 'count' && /locator\(|getBy[A-Z]/.test(asked.expression.getText())) return text;
    }
  }
  return undefined;
}

/** A page with a real clock calls the same day by another name after midnight. */
function namesDay([text]: readonly ts.Expression[]): boolean {
  return (
    text !== undefined && ts.isStringLiteralLike(text) && /^(Today|Yesterday)$/.test(text.text)
  );
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
