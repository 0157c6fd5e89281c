import {
  type DoubleQuotedChild,
  forEachChild,
  type ParameterExpansionPart,
  type ParsedScript,
  parse,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import { expandBraces } from './expand-braces.ts';
import { expandParameter, lookUp } from './expand-parameter.ts';
import type { Scope } from './scope.ts';
import {
  isKnown,
  joinValues,
  literal,
  type Origin,
  UNKNOWN,
  unknown,
  type Value,
} from './value.ts';

/** Runs the script of a substitution and gives its output. */
type Substitute = (scope: Scope, script: ParsedScript | undefined) => Value;

const fieldsMax = 256;
const textMax = 16_384;

/** One field under construction. */
class Field {
  text = '';
  glob = false;
  /** An empty field counts if it was quoted. */
  quoted = false;
  readonly origins = new Set<Origin>();
  readonly variables: string[] = [];
  stream: Value | undefined;

  add(value: Value, quoted: boolean): void {
    // A script could fill the memory by doubling a variable. No real name is as long as this limit.
    this.text = this.text.length + value.text.length > textMax ? UNKNOWN : this.text + value.text;
    this.quoted ||= quoted;
    this.glob ||= !quoted && (value.glob || /[*?]/u.test(value.text));
    for (const origin of value.origins) this.origins.add(origin);
    this.variables.push(...value.variables.slice(0, 32));
    this.stream ??= value.stream;
  }

  value(): Value {
    const { text, glob, origins, variables, stream } = this;
    return { text, glob, origins, variables, ...(stream === undefined ? {} : { stream }) };
  }
}

/** Expands words the way bash does, as far as the text alone decides it. */
export class Expander {
  private readonly substitute: Substitute;

  constructor(substitute: Substitute) {
    this.substitute = substitute;
  }

  words(words: readonly Word[], scope: Scope): Value[] {
    const fields: Value[] = [];
    for (const word of words) {
      for (const field of this.word(word, scope)) fields.push(field);
    }
    return fields;
  }

  /** The fields of one word: none for an unquoted empty variable, several after splitting. */
  word(word: Word, scope: Scope): readonly Value[] {
    const { parts } = word;
    if (parts === undefined) return [{ ...literal(word.value), glob: /[*?]/u.test(word.value) }];
    const brace = parts.find(part => part.type === 'BraceExpansion');
    if (brace) {
      const start = brace.pos - word.pos;
      const alternatives = expandBraces(brace.text);
      if (alternatives === null) return [{ ...unknown(), glob: true }];
      return scope.nested<readonly Value[]>([unknown()], () =>
        alternatives
          .flatMap(alternative => {
            const text =
              word.text.slice(0, start) + alternative + word.text.slice(start + brace.text.length);
            return this.reparsed(text, scope);
          })
          .slice(0, fieldsMax),
      );
    }
    const fields: Field[] = [new Field()];
    for (const part of parts) this.part(part, scope, fields);
    return fields.filter(field => field.text !== '' || field.quoted).map(field => field.value());
  }

  /** The one text a word stands for where no splitting happens: assignments, redirections, here-strings. */
  text(word: Word | undefined, scope: Scope): Value {
    if (word === undefined) return literal('');
    return joinValues(this.word(word, scope), ' ');
  }

  parts(parts: readonly WordPart[], scope: Scope): Value {
    const field = new Field();
    for (const part of parts) {
      for (const value of this.valuesOf(part, scope)) field.add(value, true);
    }
    return field.value();
  }

  /** Runs the substitutions anywhere below a node whose value does not matter. */
  visit(node: SyntaxNode, scope: Scope): void {
    scope.nested(undefined, () => {
      if (
        node.type === 'CommandExpansion' ||
        node.type === 'ProcessSubstitution' ||
        node.type === 'ArithmeticCommandExpansion'
      )
        this.substitute(scope, node.script);
      else forEachChild(node, child => this.visit(child, scope));
    });
  }

  private reparsed(text: string, scope: Scope): readonly Value[] {
    if (!scope.spend(1 + text.length / 64)) return [unknown()];
    const [statement] = parse(`: ${text}`).commands;
    if (statement?.command.type !== 'Command') return [unknown()];
    return statement.command.args.flatMap(arg =>
      arg.type === 'Word' ? [...this.word(arg, scope)] : [literal(arg.text)],
    );
  }

  private part(part: WordPart, scope: Scope, fields: Field[]): void {
    const last = () => fields.at(-1) ?? new Field();
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        last().quoted = true;
        for (const child of part.parts) this.quotedChild(child, scope, fields);
        return;
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        last().add(literal(part.value), true);
        return;
      case 'Literal':
        last().add(literal(part.value), false);
        return;
      case 'Glob':
      case 'ExtendedGlob':
        last().add({ ...literal(part.type === 'Glob' ? part.text : '*'), glob: true }, false);
        if (part.parts) for (const inner of part.parts) this.visit(inner, scope);
        return;
      case 'ProcessSubstitution':
        last().add(this.valuesOf(part, scope)[0] ?? unknown(), true);
        return;
      case 'BraceExpansion':
        last().add({ ...unknown(), glob: true }, false);
        return;
      default: {
        const separators = lookUp(scope, 'IFS')?.[0]?.text ?? ' \t\n';
        this.valuesOf(part, scope).forEach((value, i) => {
          if (i > 0 && fields.length < fieldsMax) fields.push(new Field());
          this.split(value, separators, fields);
        });
      }
    }
  }

  /** `"$@"` keeps its fields apart even in quotes; everything else is one text. */
  private quotedChild(child: DoubleQuotedChild, scope: Scope, fields: Field[]): void {
    const values = this.valuesOf(child, scope);
    const apart = isList(child);
    values.forEach((value, i) => {
      if (i > 0 && apart && fields.length < fieldsMax) fields.push(new Field());
      const field = fields.at(-1);
      if (i > 0 && !apart) field?.add(literal(' '), true);
      field?.add(value, true);
    });
  }

  private split(value: Value, separators: string, fields: Field[]): void {
    let piece = '';
    const flush = () => fields.at(-1)?.add({ ...value, text: piece }, false);
    for (const character of value.text.slice(0, 65_536)) {
      if (!separators.includes(character)) {
        piece += character;
        continue;
      }
      flush();
      piece = '';
      if (fields.at(-1)?.text !== '' && fields.length < fieldsMax) fields.push(new Field());
    }
    if (piece !== '' || value.text === '') flush();
  }

  private valuesOf(part: WordPart, scope: Scope): readonly Value[] {
    const known = (name: string): string | null => {
      const value = lookUp(scope, name)?.[0];
      return value !== undefined && isKnown(value) ? value.text : null;
    };
    switch (part.type) {
      case 'SimpleExpansion':
        return lookUp(scope, part.text.slice(1)) ?? [unknown([], [part.text.slice(1)])];
      case 'ParameterExpansion':
        return this.parameter(part, scope);
      case 'CommandExpansion': {
        const output = scope.nested(unknown(), () => this.substitute(scope.fork(), part.script));
        return [{ ...output, text: trimNewlines(output.text) }];
      }
      case 'ArithmeticExpansion':
        this.visit(part, scope);
        // What is not known is still a number.
        return [literal(String(evaluateArithmetic(part.expression, known) ?? 1))];
      case 'ProcessSubstitution': {
        const stream = scope.nested(unknown(), () => this.substitute(scope.fork(), part.script));
        return [{ ...literal('/dev/fd/63'), origins: stream.origins, stream }];
      }
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        return [literal(part.value)];
      case 'DoubleQuoted':
      case 'LocaleString':
        return [joinValues(part.parts.flatMap(child => this.valuesOf(child, scope)))];
      default:
        return [literal(part.text)];
    }
  }

  private parameter(part: ParameterExpansionPart, scope: Scope): readonly Value[] {
    return expandParameter(part, scope, word => this.text(word, scope));
  }
}

function isList(part: DoubleQuotedChild): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return (
    part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.value === '@')
  );
}

function trimNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '\n') end--;
  return text.slice(0, end);
}
