import {
  answersElsewhere,
  attachmentsOf,
  domainOf,
  effectsOf,
  englishSentences,
  firstLineOf,
  homeDomainOf,
  type Message,
  pointersShown,
  type Records,
  type Shape,
  shapeOf,
  totalText,
  wordsAround,
} from '@countersign/card';
import { type DiffRow, diffParts, diffRows } from '@countersign/card/diff';
import type { ShownMark } from '@countersign/client/people';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import {
  bold,
  cyan,
  dim,
  joined,
  red,
  type StyledText,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { codeLines, indentedLine } from './code-lines.ts';
import { dataText } from './data-text.ts';
import type { BoundView } from './read-shown.ts';
import { hangingLines, separated } from './wrap-text.ts';

interface ShapeLayout {
  readonly columns: number;
  readonly full: boolean;
}

/** The view of an action by its shape, and the values that it shows whole. */
interface ShapeLines {
  readonly lines: readonly StyledText[];
  /** JSON Pointers into the parameters. They need not stand below again. */
  readonly shown: readonly string[];
}

type Marks = readonly ShownMark[];
type Found = NonNullable<Extract<Shape, { kind: 'edit' }>['edit']['path']>;

/** The same views as on the pages: a command, a diff, a statement, a table. Marks stand under what they mark. */
export function shapeLines(
  { action }: BoundView,
  marks: Marks,
  { columns, full }: ShapeLayout,
): ShapeLines {
  const shape = shapeOf(action);
  const room = columns - 2;
  const drawn = drawnShape(shape, marks, full, room);
  const shown = drawn === null ? [] : pointersShown(shape);
  const others = marks.filter(({ pointer }) => !isWithin(pointer, shown));
  const addresses = new Map(
    shape.kind === 'message'
      ? shape.message.recipients.map(({ pointer, address }) => [pointer, address])
      : [],
  );
  const notes = alikeMarks(others).flatMap(([mark, ...alike]) =>
    noteLines(mark, placesText([mark, ...alike], addresses), room),
  );
  const people = shape.kind === 'message' ? recipientLine(shape.message) : null;
  const files = shape.kind === 'message' ? fileLines(shape.message) : [];
  const said = [...(people === null ? [] : [people]), ...files];
  const all = [...(drawn ?? []), ...said.flatMap(line => hangingLines('', [line], room)), ...notes];
  return { lines: all.map(line => text`  ${line}`), shown };
}

/** Marks of which the same is said, together and in their order. */
function alikeMarks(marks: Marks): (readonly [ShownMark, ...ShownMark[]])[] {
  const groups = new Map<string, [ShownMark, ...ShownMark[]]>();
  for (const mark of marks) {
    const key = `${mark.level} ${mark.words}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mark]);
    else group.push(mark);
  }
  return [...groups.values()];
}

const placesMax = 3;

/** Where marks stand: recipients by their address, anything else by its place. */
function placesText(marks: Marks, addresses: ReadonlyMap<string, string>): StyledText {
  const named = marks
    .slice(0, placesMax)
    .map(({ pointer }) => dataText(addresses.get(pointer) ?? pointer));
  const more = marks.length - named.length;
  return joined([
    ...separated(named, ', '),
    more > 0 ? ` and ${more.toLocaleString('en')} more` : '',
  ]);
}

/** The gravest marks, for the end of a long card: what a person sees above the prompt. */
export function markLines({ action }: BoundView, marks: Marks, columns: number): StyledText[] {
  const grave = marks.filter(({ level }) => level === 'critical');
  const chosen = (grave.length > 0 ? grave : marks).slice(0, placesMax);
  const more = marks.length - chosen.length;
  return [
    ...chosen.flatMap(mark => noteLines(mark, markedText(action, mark), columns)),
    ...(more > 0
      ? [
          dim(
            more === 1
              ? 'and 1 more mark above'
              : `and ${more.toLocaleString('en')} more marks above`,
          ),
        ]
      : []),
  ];
}

const markedMax = 80;

/** The marked bytes; the place where they are no text. */
function markedText(action: BoundView['action'], mark: ShownMark): StyledText {
  const shape = shapeOf(action);
  let value: JsonValue | undefined = action.parameters as JsonValue;
  for (const part of mark.pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isGroup: boolean =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isGroup ? (value as Readonly<Record<string, JsonValue>>)[key] : undefined;
  }
  // A list of words is one line, and its marks stand there.
  if (shape.kind === 'command' && shape.command.pointer === mark.pointer)
    value = shape.command.text;
  if (typeof value !== 'string') return dataText(mark.pointer);
  const bytes = mark.end === 0 ? value : value.slice(mark.start, mark.end);
  return bytes.length > markedMax ? dataText(mark.pointer) : dataText(bytes);
}

function isWithin(pointer: string, shown: readonly string[]): boolean {
  return shown.some(each => pointer === each || pointer.startsWith(`${each}/`));
}

/** Null where the tree says it best. */
function drawnShape(
  shape: Shape,
  marks: Marks,
  full: boolean,
  room: number,
): readonly StyledText[] | null {
  const block = (name: string, value: string, pointer: string) =>
    blockLines(
      name,
      value,
      marks.filter(mark => mark.pointer === pointer),
      full,
      room,
    );
  switch (shape.kind) {
    case 'command': {
      const { inner, text: line, pointer, words } = shape.command;
      const name =
        words === null ? 'command' : `${words.length} words, quoted where a shell needs it`;
      const around = [...wordsAround(shape.command)].flatMap(([place, word]) =>
        marks
          .filter(mark => mark.pointer === place && inner !== null && word !== '')
          .flatMap(mark => noteLines(mark, dataText(word), room)),
      );
      const own = [...block(name, line, pointer), ...around];
      const within = inner === null ? [] : block('which runs', inner.value, inner.pointer);
      return [...own, ...within];
    }
    case 'code':
      return block(shape.code.key, shape.code.value, shape.code.pointer);
    case 'sql':
      return [
        ...effectsOf(shape.sql.value).flatMap(({ verb, table, rows }) =>
          hangingLines(
            '• ',
            [
              text`${bold(englishSentences.effects[verb].replace(' {table}', ''))} ${bold(dataText(table))}${
                rows === null
                  ? ''
                  : rows === 'all'
                    ? ', all of them: there is no condition'
                    : text` ${dataText(rows.condition)}`
              }`,
            ],
            room,
          ),
        ),
        ...block(shape.sql.key, shape.sql.value, shape.sql.pointer),
      ];
    case 'edit':
      if (shape.edit.kind === 'write') {
        const { path, content } = shape.edit;
        return [
          text`${dim('file')} ${bold(dataText(path.value))}`,
          ...pathNotes(path, marks, room),
          ...block(content.key, content.value, content.pointer),
        ];
      }
      return diffLines(shape.edit.path, diffRows(shape.edit), marks, full, room);
    case 'records':
      return recordLines(shape.records, marks, room);
    default:
      return null;
  }
}

/** A text under its name, and what stands out in it. */
function blockLines(
  name: string,
  value: string,
  marks: Marks,
  full: boolean,
  room: number,
): StyledText[] {
  return [
    dim(dataText(name)),
    ...codeLines(value, full, room),
    ...marks.flatMap(mark => noteLines(mark, aboutText(value, mark), room)),
  ];
}

/** The marked bytes of a text, as far as they stand on one line. */
function aboutText(value: string, mark: ShownMark): StyledText {
  const { start, end } = mark.end === 0 ? firstLineOf(value) : mark;
  return dataText(value.slice(start, end));
}

/** A note starts with what it marks, because a line on paper has no underline. */
function noteLines({ level, words }: ShownMark, about: Text, room: number): StyledText[] {
  const colour = level === 'critical' ? red : yellow;
  return hangingLines(
    text`${colour(level === 'critical' ? '‼ critical ' : '▲ high ')}`,
    [text`${bold(about)}: ${dataText(words)}`],
    room,
  );
}

const signs = { same: ' ', added: '+', removed: '-', head: '' } as const;

function pathNotes(path: Found | null, marks: Marks, room: number): StyledText[] {
  if (path === null) return [];
  return marks
    .filter(({ pointer }) => pointer === path.pointer)
    .flatMap(mark => noteLines(mark, aboutText(path.value, mark), room));
}

function diffLines(
  path: Found | null,
  rows: readonly DiffRow[],
  marks: Marks,
  full: boolean,
  room: number,
): StyledText[] {
  const marksOf = ({ pointer, start, text: line }: DiffRow): Marks =>
    marks.filter(
      mark => mark.pointer === pointer && mark.start < start + line.length && mark.end > start,
    );
  const drawn = (row: DiffRow): StyledText[] => {
    const number = `${row.after ?? row.before ?? ''}`.padStart(5);
    const line = row.text === '' ? '' : indentedLine(row.text);
    const styledLine = row.kind === 'added' ? cyan(line) : row.kind === 'same' ? line : dim(line);
    return [
      ...hangingLines(text`${dim(number)} ${signs[row.kind]} `, [styledLine], room),
      ...marksOf(row).flatMap(mark =>
        noteLines(
          mark,
          dataText(row.text.slice(Math.max(0, mark.start - row.start), mark.end - row.start)),
          room,
        ),
      ),
    ];
  };
  const count = (kind: DiffRow['kind']) => rows.filter(row => row.kind === kind).length;
  return [
    text`${path === null ? '' : text`${dim('file')} ${bold(dataText(path.value))}  `}+${count('added')} -${count('removed')}`,
    ...pathNotes(path, marks, room),
    ...diffParts(rows, row => marksOf(row).length > 0).flatMap(part =>
      part.kind === 'equal' && !full
        ? [dim(`      [${part.rows.length.toLocaleString('en')} equal lines]`)]
        : part.rows.flatMap(drawn),
    ),
  ];
}

const cellMax = 28;

function recordLines(records: Records, marks: Marks, room: number): StyledText[] {
  const { list, columns, same, amounts } = records;
  const rows = list.value as readonly JsonObject[];
  const marksOf = (index: number): Marks =>
    marks.filter(({ pointer }) => pointer.startsWith(`${list.pointer}/${index}/`));
  const unusual = rows.flatMap((_, index) => (marksOf(index).length > 0 ? [index] : []));
  const order = [...unusual, ...[...rows.keys()].filter(index => !unusual.includes(index))];
  const keys = columns.map(({ key }) => key);
  const widths = keys.map(key =>
    Math.min(cellMax, Math.max(key.length, ...rows.map(row => cellText(row, key).width))),
  );
  const aligned = (cells: readonly StyledText[]): StyledText =>
    joined(
      cells.flatMap((cell, at) => [
        cell,
        ' '.repeat(at === cells.length - 1 ? 0 : Math.max(2, (widths[at] ?? 0) + 2 - cell.width)),
      ]),
    );
  return [
    ...(amounts?.totals ?? []).flatMap(({ currency, count, total, smallest, median, largest }) =>
      hangingLines(
        '',
        [
          text`${bold(`Total ${totalText(total, currency)}`)} in ${count.toLocaleString('en')} rows, smallest ${totalText(smallest, null)}, median ${totalText(median, null)}, largest ${totalText(largest, null)}`,
        ],
        room,
      ),
    ),
    ...(amounts === null ? [text`${rows.length.toLocaleString('en')} rows`] : []),
    ...(same.length === 0
      ? []
      : hangingLines(
          dim('Same in all: '),
          [
            joined(
              same.flatMap(({ key }, at) => [
                at === 0 ? '' : ', ',
                text`${dataText(key)} ${cellText(rows[0] ?? {}, key)}`,
              ]),
            ),
          ],
          room,
        )),
    ...marks
      .filter(({ pointer }) => pointer === list.pointer)
      .flatMap(mark => noteLines(mark, 'all rows', room)),
    text`${dim('  row  ')}${dim(aligned(keys.map(key => dataText(key))))}`,
    ...order.flatMap(index => [
      ...hangingLines(
        text`${dim(String(index + 1).padStart(5))}  `,
        [aligned(keys.map(key => cellText(rows[index] ?? {}, key)))],
        room,
      ),
      ...marksOf(index).flatMap(mark => noteLines(mark, `row ${index + 1}`, room)),
    ]),
  ];
}

/** Text is in quotes, so that the number 1 and the text 1 never look alike. */
function cellText(row: JsonObject, key: string): StyledText {
  if (!Object.hasOwn(row, key)) return dim('not given');
  const value = row[key] as JsonValue;
  return typeof value === 'string'
    ? joined([dim('"'), dataText(value), dim('"')])
    : dataText(JSON.stringify(value));
}

/** The files of a message, and answers that go elsewhere. What is stated of them stands among the values. */
function fileLines(message: Message): StyledText[] {
  const files = attachmentsOf(message).map(
    ({ name, type, bytes }) =>
      text`attachment ${dataText(name)}${type === null ? '' : text`, ${dataText(type)}`}${
        bytes === null ? '' : `, ${bytes.toLocaleString('en')} bytes`
      }`,
  );
  return answersElsewhere(message)
    ? [text`answers go to another domain than the sender`, ...files]
    : files;
}

/** How many people a message reaches, inside and outside. The addresses stand among the values. */
function recipientLine(message: Message): StyledText | null {
  const { recipients } = message;
  if (recipients.length < 2) return null;
  const home = homeDomainOf(message);
  const outside = recipients.filter(({ address }) => {
    const domain = domainOf(address);
    return domain !== null && domain !== home;
  }).length;
  const inside = recipients.length - outside;
  return text`${recipients.length.toLocaleString('en')} people${
    home === null
      ? ''
      : text`: ${inside.toLocaleString('en')} inside ${dataText(home)}, ${outside.toLocaleString('en')} outside`
  }`;
}
