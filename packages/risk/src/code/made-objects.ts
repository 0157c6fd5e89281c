import { type CodeValue, type GivenArguments, reached, textOf, textValue } from './code-value.ts';

/** Functions of the language whose result lives only while the code runs. */
const builders: ReadonlySet<string> = new Set(
  `dict list set tuple frozenset bytearray str int float len range sorted enumerate zip map filter reversed sum min max Array
  Map Set WeakMap WeakSet Date Promise RegExp FormData Headers AbortController URL URLSearchParams Object String Number
  MagicMock Mock AsyncMock BeautifulSoup Faker nock defaultdict deque Counter OrderedDict namedtuple Lock Event`.split(
    /\s+/,
  ),
);
const memoryMakers = new RegExp(
  `(^|\\.)(${[
    'defaultdict|deque|Counter|OrderedDict|namedtuple|MagicMock|Mock|AsyncMock|mock\\.patch|BytesIO|StringIO|LRUCache|TTLCache',
    'DataFrame|Series|read_csv|read_json|read_parquet|read_excel|read_html|np\\.(array|zeros|ones|arange|linspace)|numpy\\.\\w{2,20}',
    'Array\\.from|Object\\.(keys|values|entries|assign|fromEntries)|Buffer\\.from|JSON\\.(parse|stringify)',
    'json\\.(loads|dumps)|copy\\.(copy|deepcopy)|mongomock\\..{1,40}|fakeredis\\..{1,40}|moto\\..{1,40}|jest\\.fn|vi\\.fn|sinon\\..{1,20}',
    'querySelector|querySelectorAll|getElementById|createElement|getContext|ThreadPoolExecutor|ArgumentParser',
    'plt\\..{1,40}|pyplot\\..{1,40}|subplots|getLogger|load_dataset|train_test_split|StandardScaler',
  ].join('|')})$`,
  'u',
);

/** Names that people give to what a program holds itself: data frames, axes, elements, graphs. */
const localNames =
  /^(df\d?|.{1,30}_df|ax\d?|axs|axes|fig|el|elem|element|ctx|gl|canvas|img|im|arr|lst|stack|queue|tree|graph|[GHTXxyzijkmnptv]|soup|ws|wb|sheet|workbook|form|state|cart|todos|items|results|seen|visited|model|scene|map|layer|group|node|list|buffer|parser|tokens|matrix|tensor|args|kwargs|options|params|headers|searchParams|classList|chart|modal|popup|tooltip|swiper|editor|player|observer|controller|timer|interval|animation)$/u;

/** True for a name that nothing in the code explains and that is no service by its sound. */
export function isLocalName(name: string): boolean {
  return localNames.test(name);
}

/** Modules that compute and keep nothing outside the process. */
const computing: ReadonlySet<string> = new Set(
  `math random statistics itertools functools collections re json string textwrap datetime time decimal fractions copy heapq
  bisect dataclasses typing enum uuid hashlib base64 struct pprint logging warnings unittest pytest numpy np pandas pd
  matplotlib plt seaborn sns sklearn scipy torch tf tensorflow keras plotly PIL cv2 sympy nltk spacy tqdm rich argparse
  sys abc contextlib operator traceback inspect ast types array console JSON Math Number String Array Object Date
  Promise Symbol Reflect RegExp Intl lodash _ dayjs moment zod z assert test describe it expect vi jest document window
  print performance crypto util events Buffer structuredClone setTimeout setInterval React ReactDOM useState useEffect
  logger log polars pl networkx nx lxml bs4 csv io tabulate faker Faker factory`.split(/\s+/),
);

export function isComputing(root: string): boolean {
  return computing.has(root);
}

const inMemory =
  /^(:memory:|sqlite(\+\w+)?:\/\/\/?(:memory:)?$|duckdb:\/\/\/:memory:|file::memory:)/u;

/** A store that no other program sees: in memory or in a temporary folder. */
export function makesMemory(path: string, given: GivenArguments): boolean {
  const [first] = given.positional;
  const connects =
    /(^|\.)(connect|create_engine|Database|DatabaseSync|sqlite3?|createConnection|Sequelize|TinyDB)$/u.test(
      path,
    );
  if (connects) {
    const text = first === undefined ? '' : textOf(first);
    const storage =
      given.named.get('storage') ??
      (first?.kind === 'object' ? first.members.get('storage') : undefined);
    const place = storage === undefined ? text : textOf(storage);
    return (
      inMemory.test(place) ||
      /^(sqlite:\/{3,4})?\/?tmp\//u.test(place) ||
      (place === '' && /sqlite|duckdb/iu.test(path))
    );
  }
  return builders.has(path) || memoryMakers.test(path);
}

/** Modules and services that a call gives: `require("x")`, `boto3.client("ec2")`, `new Stripe(key)`. */
export function madeObject(path: string, given: GivenArguments): CodeValue | null {
  const [first, second] = given.positional;
  const text = first?.kind === 'text' ? first.text : null;
  if (/(^|\.)(require|__import__|import_module)$/u.test(path))
    return text === null ? null : reached([text.replace(/^node:/u, '')]);
  if (path === 'getattr' && first?.kind === 'reached' && second !== undefined)
    return reached([...first.names, textOf(second)], first.given);
  if (/(^|\.)(Path\.home|homedir)$/u.test(path)) return textValue('~');
  if (/(^|\.)(globals|vars|locals)$/u.test(path)) return reached([]);
  if (
    /(^|\.)boto3(\.Session|\.session\.Session)?\.(client|resource)$|(^|\.)session\.(client|resource)$/u.test(
      path,
    )
  )
    return reached(['boto3', text ?? 'service'], [given]);
  if (
    /(^|\.)(text|sql\.SQL|SQL|Path|PurePath|URL|quote|dedent|Prisma\.sql)$/u.test(path) &&
    text !== null
  )
    return path.endsWith('Path') ? reached(['pathlib', 'Path'], [given]) : textValue(text);
  if (
    /(^|\.)(mkdtemp|mkdtempSync|mktemp|gettempdir|tmpdir|NamedTemporaryFile|TemporaryDirectory|tmp_path)$/u.test(
      path,
    )
  )
    return { kind: 'text', text: '/tmp/made-here', temporary: true };
  if (/(^|\.)(os\.path\.join|path\.join|path\.resolve|posixpath\.join)$/u.test(path))
    return textValue(given.positional.map(textOf).join('/'));
  if (/(^|\.)(shlex\.split)$/u.test(path) && text !== null)
    return { kind: 'list', items: text.split(/\s+/u).map(textValue) };
  if (/(^|\.)(shlex\.join|list2cmdline)$/u.test(path) && first?.kind === 'list')
    return textValue(first.items.map(textOf).join(' '));
  return null;
}
