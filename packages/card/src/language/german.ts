import type { Paying, SentenceText, StatementWords } from './english.ts';
import type { Wording } from './wording.ts';

export { germanSignals } from './german-signals.ts';

/** Digits as Germans write them. No digit is rounded: so many decimals are written as were given. */
function amount(digits: string): string {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(digits)) return digits;
  const decimals = Math.min(100, digits.split('.')[1]?.length ?? 0);
  const form = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('de', form).format(digits as `${number}`);
}

const rules = new Intl.PluralRules('de');
const counted = (count: number, one: string, other: string): string =>
  `${amount(String(count))} ${rules.select(count) === 'one' ? one : other}`;
const people = (count: number): string => counted(count, 'Person', 'Personen');
const named = (text: string): Wording => ({ look: 'name', text });

const kinds: Readonly<Record<string, string>> = {
  customer: 'Kunde',
  user: 'Benutzer',
  account: 'Konto',
  charge: 'Belastung',
  order: 'Bestellung',
  invoice: 'Rechnung',
  employee: 'Mitarbeiter',
};
const paying: Readonly<Record<Paying, string>> = {
  refund: 'erstatten',
  wire: 'überweisen',
  transfer: 'übertragen',
  charge: 'belasten',
  pay: 'zahlen',
  invoice: 'in Rechnung stellen',
  withdraw: 'abheben',
  buy: 'für einen Kauf ausgeben',
};
/** What stands before the table, and the verb at the end. */
const sqlVerbs: Readonly<Record<StatementWords['verb'], readonly [string, string]>> = {
  delete: ['Aus ', ' löschen'],
  update: ['', ' ändern'],
  insert: ['In ', ' einfügen'],
  drop: ['', ' entfernen'],
  truncate: ['', ' leeren'],
  alter: ['', ' ändern'],
  create: ['', ' anlegen'],
  select: ['Aus ', ' lesen'],
  grant: ['Rechte an ', ' vergeben'],
  revoke: ['Rechte von ', ' entziehen'],
};
const objects: Readonly<Record<string, string>> = {
  table: 'Tabelle',
  view: 'Sicht',
  index: 'Index',
  database: 'Datenbank',
  schema: 'Schema',
  function: 'Funktion',
  role: 'Rolle',
  user: 'Benutzer',
};

function whichRows({ which, text }: StatementWords): Wording {
  switch (which) {
    case 'no_condition':
      return ', ohne Bedingung';
    case 'every_row':
      return ', jede Zeile';
    case 'condition':
      return [', wo ', text];
    case 'change':
      return [': ', text];
    default:
      return null;
  }
}

export const german: SentenceText = {
  amount,
  unseen: title => `${title}: Die Werte dieser Anfrage dürfen Sie nicht sehen`,
  empty: '(leer)',
  newRecipient: 'Neu: An diese Adresse hat dieser Agent bisher nicht geschrieben.',
  acts: {
    batch_delete: 'Vieles löschen',
    delete: 'Löschen',
    shell_command: 'Shell-Befehl',
    schema_change: 'Schema ändern',
    overwrite: 'Überschreiben',
    payment: 'Zahlung',
    bulk_message: 'Nachricht an viele',
    message: 'Nachricht',
    deployment: 'Bereitstellung',
    permission_change: 'Rechte ändern',
    data_export: 'Datenexport',
    infra_change: 'Infrastruktur ändern',
    config_change: 'Konfiguration ändern',
    unknown: 'Unbekannt',
  },
  held: {
    'deletes a stated number of things': 'löscht eine genannte Zahl von Dingen',
    'removes a whole tree': 'entfernt einen ganzen Verzeichnisbaum',
    'drops or empties a table, a database or the like':
      'entfernt oder leert eine Tabelle, eine Datenbank oder Ähnliches',
    'asks whether to go ahead': 'fragt, ob es weitergehen soll',
    'says what something it sets going will do': 'sagt, was das tun wird, was er in Gang setzt',
    'asks leave for a named act': 'bittet um Erlaubnis für eine genannte Handlung',
    'announces an act of its own': 'kündigt eine eigene Handlung an',
    'names a command line that it will run': 'nennt eine Befehlszeile, die er ausführen wird',
    'takes silence for a yes': 'nimmt Schweigen als Ja',
    'is unsure and acts all the same': 'ist unsicher und handelt trotzdem',
    'says that it will go around a control': 'sagt, dass er eine Kontrolle umgehen wird',
    'is longer than what is looked at': 'ist länger als das, was gelesen wird',
    'says so in its metadata': 'sagt es in seinen Metadaten',
    'has metadata that cannot be read': 'hat Metadaten, die sich nicht lesen lassen',
  },
  records: 'Datensätze',
  effects: {
    delete: 'Löscht Zeilen von {table}',
    update: 'Ändert Zeilen von {table}',
    insert: 'Fügt Zeilen in {table} ein',
    drop: 'Entfernt {table}',
    truncate: 'Löscht jede Zeile von {table}',
    alter: 'Ändert den Aufbau von {table}',
    create: 'Legt {table} an',
    select: 'Liest aus {table}',
    grant: 'Vergibt Rechte an {table}',
    revoke: 'Entzieht Rechte von {table}',
  },
  moment: ({ year, month, day, time, zone }) => {
    const date = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' });
    return [date.format(new Date(Date.UTC(year, month - 1, day))), time, zone]
      .filter(part => part !== null)
      .join(' ');
  },
  run: ({ said, more, machine, place }) => [
    said,
    more > 0 && [` und ${more} weitere`],
    machine !== null && [' auf ', machine],
    place !== null && [' in ', place],
    ' ausführen',
  ],
  writeFile: (path, lines, isCell) => [
    isCell && 'Eine Zelle von ',
    path,
    isCell ? ' ändern' : ' schreiben',
    `, ${counted(lines, 'Zeile', 'Zeilen')}`,
  ],
  changeFiles: ({ state, path, others, added, removed }) => [
    path ?? 'Eine Datei',
    others > 0 && [` und ${counted(others, 'weitere Datei', 'weitere Dateien')}`],
    { changed: ' ändern', new: ' anlegen', removed: ' entfernen' }[state],
    `, +${added} −${removed}`,
  ],
  runSql: (text, database, more) => [
    'SQL ausführen',
    database !== null && [' in ', database],
    [': '],
    text,
    more > 0 && [` und ${counted(more, 'weitere Anweisung', 'weitere Anweisungen')}`],
  ],
  statement: given => {
    const { verb, object, table, database, more } = given;
    const [before, after] = sqlVerbs[verb];
    const kind = object === null ? '' : `${objects[object] ?? object} `;
    return [
      `${before}${kind}`,
      table,
      database !== null && [' in ', database],
      after,
      whichRows(given),
      more > 0 && [` und ${counted(more, 'weitere Anweisung', 'weitere Anweisungen')}`],
    ];
  },
  total: ({ act, name, count, totals }) => {
    const all = named(totals.join(' und '));
    if (act === 'pay') return [named(people(count)), [' insgesamt '], all, ' zahlen'];
    if (act === 'refund') return [named(people(count)), [' insgesamt '], all, ' erstatten'];
    const records = named(counted(count, 'Datensatz', 'Datensätze'));
    return [name, ': ', records, [', insgesamt '], all];
  },
  table: ({ name, count, noun, place }) => [
    name,
    [' mit '],
    named(`${amount(String(count))} ${noun}`),
    place !== null && [' auf ', place],
    ' aufrufen',
  ],
  message: ({ act, title, to, hidden }) => [
    ...(title === null ? ['Eine Nachricht'] : ['„', title, '“']),
    [' an '],
    typeof to === 'number' ? named(people(to)) : to,
    { reply: ' antworten', post: ' veröffentlichen', send: ' senden' }[act],
    hidden > 0 && `, ${hidden} in Blindkopie`,
  ],
  payment: ({ act, amount: money, payee, kind, isFor, place }) => [
    money,
    payee !== null && [isFor ? ' für ' : ' an '],
    payee !== null && kind !== '' && `${kinds[kind] ?? kind} `,
    payee,
    place !== null && [' auf ', place],
    ` ${paying[act]}`,
  ],
  call: ({ name, amount: money, kind, values, people: guests, time, place, resource }) => {
    const said = [money, kind, ...values].filter(each => each !== null);
    return [
      name,
      place !== null && [' in ', place],
      resource !== null && [' auf ', resource],
      ' aufrufen',
      said.map((value, index) => [index === 0 ? ': ' : ', ', value]),
      guests > 0 && [' mit ', named(people(guests))],
      time !== null && [', ', time],
    ];
  },
  grant: ({ takes, person, rights, place }) => [
    person,
    ' das Recht ',
    rights,
    place !== null && [' auf ', place],
    takes ? ' entziehen' : ' geben',
  ],
  runLine: (language, line) => [`${language ?? 'Code'} ausführen: `, line],
  runLines: (language, lines, first) => [
    `${counted(lines, 'Zeile', 'Zeilen')} ${language ?? 'Code'} ausführen`,
    [', am Anfang '],
    first,
  ],
  fetch: place => [place, ' abrufen'],
  request: (method, place) => [method, [method === 'DELETE' ? ' ' : ' an '], place],
};
