import type { Paying, SentenceText, StatementWords } from './english.ts';
import type { Wording } from './wording.ts';

export { japaneseSignals } from './japanese-signals.ts';

/** Digits as Japanese texts write them. No digit is rounded: so many decimals are written as were given. */
function amount(digits: string): string {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(digits)) return digits;
  const decimals = Math.min(100, digits.split('.')[1]?.length ?? 0);
  const form = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('ja', form).format(digits as `${number}`);
}

/** Japanese has one form for every count. */
const counted = (count: number, unit: string): string => `${amount(String(count))}${unit}`;
const named = (text: string): Wording => ({ look: 'name', text });

const kinds: Readonly<Record<string, string>> = {
  customer: '顧客',
  user: 'ユーザー',
  account: '口座',
  charge: '請求',
  order: '注文',
  invoice: '請求書',
  employee: '従業員',
};
const paying: Readonly<Record<Paying, string>> = {
  refund: '返金',
  wire: '送金',
  transfer: '振替',
  charge: '課金',
  pay: '支払い',
  invoice: '請求',
  withdraw: '引き出し',
  buy: '購入に使用',
};
/** The words after the table. */
const sqlVerbs: Readonly<Record<StatementWords['verb'], string>> = {
  delete: 'から行を削除',
  update: 'を更新',
  insert: 'に行を追加',
  drop: 'を破棄',
  truncate: 'を空にする',
  alter: 'を変更',
  create: 'を作成',
  select: 'を読み取り',
  grant: 'に権限を付与',
  revoke: 'の権限を取り消し',
};
const objects: Readonly<Record<string, string>> = {
  table: 'テーブル',
  view: 'ビュー',
  index: 'インデックス',
  database: 'データベース',
  schema: 'スキーマ',
  function: '関数',
  role: 'ロール',
  user: 'ユーザー',
};

function whichRows({ which, text }: StatementWords): Wording {
  switch (which) {
    case 'no_condition':
      return '、条件なし';
    case 'every_row':
      return '、すべての行';
    case 'condition':
      return ['、条件: ', text];
    case 'change':
      return [': ', text];
    default:
      return null;
  }
}

export const japanese: SentenceText = {
  amount,
  unseen: title => `${title}: このリクエストの値を見る権限がありません`,
  empty: '(空)',
  newRecipient: '新規: このエージェントはこの宛先に書いたことがありません。',
  acts: {
    batch_delete: '一括削除',
    delete: '削除',
    shell_command: 'シェルコマンド',
    schema_change: 'スキーマ変更',
    overwrite: '上書き',
    payment: '支払い',
    bulk_message: '一斉メッセージ',
    message: 'メッセージ',
    deployment: 'デプロイ',
    permission_change: '権限の変更',
    data_export: 'データの書き出し',
    infra_change: 'インフラの変更',
    config_change: '設定の変更',
    unknown: '不明',
  },
  held: {
    'deletes a stated number of things': '数を示して削除します',
    'removes a whole tree': 'ツリー全体を削除します',
    'drops or empties a table, a database or the like':
      'テーブルやデータベースなどを破棄または空にします',
    'asks whether to go ahead': '進めてよいか尋ねています',
    'says what something it sets going will do': '動かすものが何をするかを述べています',
    'asks leave for a named act': '具体的な行為の許可を求めています',
    'announces an act of its own': '自分の行為を予告しています',
    'names a command line that it will run': '実行するコマンドを挙げています',
    'takes silence for a yes': '沈黙を同意とみなしています',
    'is unsure and acts all the same': '確信がないまま実行しようとしています',
    'says that it will go around a control': '統制を回避すると述べています',
    'is longer than what is looked at': '読み取れる長さを超えています',
    'says so in its metadata': 'メタデータでそう述べています',
    'has metadata that cannot be read': 'メタデータを読み取れません',
  },
  records: '件',
  effects: {
    delete: '{table} の行を削除',
    update: '{table} の行を変更',
    insert: '{table} に行を追加',
    drop: '{table} を破棄',
    truncate: '{table} のすべての行を削除',
    alter: '{table} の構造を変更',
    create: '{table} を作成',
    select: '{table} から読み取り',
    grant: '{table} に権限を付与',
    revoke: '{table} の権限を取り消し',
  },
  moment: ({ year, month, day, time, zone }) =>
    [`${year}年${month}月${day}日`, time, zone].filter(part => part !== null).join(' '),
  run: ({ said, more, machine, place }) => [
    machine !== null && [machine, ' で '],
    place !== null && [place, ' で '],
    said,
    more > 0 && [` ほか${more}件`],
    ' を実行',
  ],
  writeFile: (path, lines, isCell) => [
    path,
    isCell ? ' のセルを編集' : ' に書き込み',
    `、${counted(lines, '行')}`,
  ],
  changeFiles: ({ state, path, others, added, removed }) => [
    path ?? 'ファイル',
    others > 0 && [` ほか${counted(others, '件のファイル')}`],
    { changed: ' を編集', new: ' を作成', removed: ' を削除' }[state],
    `、+${added} −${removed}`,
  ],
  runSql: (text, database, more) => [
    database !== null && [database, ' で '],
    'SQL ',
    text,
    more > 0 && [` ほか${counted(more, '文')}`],
    ' を実行',
  ],
  statement: given => {
    const { verb, object, table, database, more } = given;
    return [
      database !== null && [database, ' の'],
      object === null ? (database === null ? '' : ' ') : `${objects[object] ?? object} `,
      table,
      ` ${sqlVerbs[verb]}`,
      whichRows(given),
      more > 0 && [`、ほか${counted(more, '文')}`],
    ];
  },
  total: ({ act, name, count, totals }) => {
    const all = named(totals.join(' と '));
    if (act !== null) return [named(counted(count, '人')), ['に合計 '], all, ` を${paying[act]}`];
    return [name, ': ', named(counted(count, '件')), ['、合計 '], all];
  },
  table: ({ name, count, noun, place }) => [
    place !== null && [place, ' で '],
    name,
    ' を呼び出し',
    [': '],
    named(`${noun} ${counted(count, '件')}`),
  ],
  message: ({ act, title, to, hidden }) => [
    typeof to === 'number' ? named(counted(to, '人')) : to,
    [typeof to === 'number' ? 'に' : ' に'],
    ...(title === null ? ['メッセージ'] : ['「', title, '」']),
    { reply: 'で返信', post: 'を投稿', send: 'を送信' }[act],
    hidden > 0 && `、うち${hidden}人はBCC`,
  ],
  payment: ({ act, amount: money, payee, kind, isFor, place }) => [
    place !== null && [place, ' で '],
    payee !== null && kind !== '' && `${kinds[kind] ?? kind} `,
    payee,
    payee !== null && [isFor ? ' について ' : ' に '],
    money,
    ` を${paying[act]}`,
  ],
  call: ({ name, amount: money, kind, values, people: guests, time, place, resource }) => {
    const said = [money, kind, ...values].filter(each => each !== null);
    return [
      place !== null && [place, ' で '],
      resource !== null && [resource, ' に対して '],
      name,
      ' を呼び出し',
      said.map((value, index) => [index === 0 ? ': ' : '、', value]),
      guests > 0 && ['、', named(counted(guests, '人'))],
      time !== null && ['、', time],
    ];
  },
  grant: ({ takes, person, rights, place }) => [
    place !== null && [place, ' で '],
    person,
    takes ? [' から '] : [' に '],
    rights,
    takes ? ' の権限を取り消し' : ' の権限を付与',
  ],
  runLine: (language, line) => [`${language ?? 'コード'}を実行: `, line],
  runLines: (language, lines, first) => [
    `${language ?? 'コード'}を${counted(lines, '行')}実行`,
    ['、先頭は '],
    first,
  ],
  fetch: place => [place, ' を取得'],
  request: (method, place) => [place, ' へ ', method],
};
