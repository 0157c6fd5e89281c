import { frameworkPrograms } from './framework-programs.ts';
import { assessCode } from './inline-code.ts';
import { type OptionGrammar, optionValue, parseOptions } from './options.ts';
import { isRebuildable } from './paths.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, type Value } from './value.ts';

interface Client extends OptionGrammar {
  /** Options whose value is SQL. */
  readonly sql: readonly string[];
  /** Options whose value names a file of SQL. */
  readonly files?: readonly string[];
}

const clients: Readonly<Record<string, Client>> = {
  psql: {
    sql: ['c', 'command'],
    files: ['f', 'file'],
    short: 'cfhpUdvoFPRT',
    long: ['command', 'file', 'host', 'port', 'username', 'dbname', 'set', 'variable', 'output'],
  },
  mysql: {
    sql: ['e', 'execute'],
    short: 'ehuPDS',
    long: ['execute', 'host', 'user', 'port', 'database', 'socket', 'password'],
  },
  mariadb: {
    sql: ['e', 'execute'],
    short: 'ehuPDS',
    long: ['execute', 'host', 'user', 'port', 'database', 'socket'],
  },
  'clickhouse-client': {
    sql: ['q', 'query'],
    short: 'qhud',
    long: ['query', 'host', 'user', 'database'],
  },
  sqlcmd: { sql: ['Q', 'q'], files: ['i'], short: 'QqiSUPdo' },
  cqlsh: { sql: ['e', 'execute'], files: ['f', 'file'], short: 'efukp', long: ['execute', 'file'] },
  snowsql: {
    sql: ['q', 'query'],
    files: ['f', 'filename'],
    short: 'qfauwd',
    long: ['query', 'filename'],
  },
  trino: {
    sql: ['execute'],
    files: ['f', 'file'],
    short: 'f',
    long: ['execute', 'server', 'catalog', 'schema', 'file'],
  },
  cockroach: {
    sql: ['e', 'execute'],
    files: ['f', 'file'],
    short: 'ef',
    long: ['execute', 'file', 'url', 'host'],
  },
  usql: { sql: ['c', 'command'], files: ['f', 'file'], short: 'cf', long: ['command', 'file'] },
  sqlplus: { sql: [] },
  isql: { sql: [] },
  influx: { sql: ['execute'], long: ['execute', 'host', 'database'] },
};

function reportSql(sql: Value, call: Call, scope: Scope): void {
  const production = scope.inProduction(call);
  if (!isKnown(sql)) {
    reportUnseen(call, scope);
    return;
  }
  const assessed = scope.context.assessSql(sql.text, production);
  scope.machine.changes ||=
    !assessed.reads_only && !/^\s{0,200}(show|pragma|describe|desc)\b/iu.test(sql.text);
  for (const { signal, level, evidence } of assessed.findings) scope.find(signal, level, evidence);
}

/** Invisible statements: in production a person must see them. */
function reportUnseen(call: Call, scope: Scope): void {
  if (scope.inProduction(call))
    scope.find('production_change', 'high', describe(call, 'statements that cannot be seen here'));
  else scope.find('data_write', 'medium', describe(call, 'statements that cannot be seen here'));
}

/** Splits off the client's own commands, some of which run programs or copy data. */
function judgeStatements(text: Value, call: Call, scope: Scope): void {
  const lines: string[] = [];
  for (const line of text.text.slice(0, 65_536).split('\n')) {
    const own = line.trim();
    const shell = /^(?:\\!|\\system|system|\.shell|\.system|!)\s(.{1,2000})$/su.exec(own)?.[1];
    if (shell) scope.runner.text(scope, literal(shell), null);
    else if (/\bprogram\s{1,4}'/iu.test(own))
      scope.find('unknown_code', 'high', describe(call, 'the database runs a program'));
    else if (/^\\copy\b/iu.test(own))
      scope.find(
        'data_leaving',
        /\bto\b/iu.test(own) && scope.inProduction(call) ? 'high' : 'medium',
        describe(call, 'copies a table'),
      );
    else if (/^\\(i|ir|include)\s/u.test(own)) reportUnseen(call, scope);
    else if (!/^[\\.]/u.test(own)) lines.push(line);
  }
  const rest = lines.join('\n');
  if (rest.trim() !== '') reportSql({ ...text, text: rest }, call, scope);
}

function judgeClient(grammar: Client): Judge {
  return (call, scope) => {
    const options = parseOptions(call.args, grammar);
    const texts = grammar.sql.flatMap(name => options.values.get(name) ?? []);
    const files = (grammar.files ?? []).flatMap(name => options.values.get(name) ?? []);
    // The statement is not where the database is named: `select 'production'` is only a text.
    const target: Call = {
      ...call,
      args: call.args.filter(
        arg =>
          !texts.includes(arg) &&
          !texts.some(text => arg.text.endsWith(text.text) && text.text !== ''),
      ),
    };
    for (const text of texts) judgeStatements(text, target, scope);
    for (const file of files) {
      const written = scope.written(scope.path(file));
      if (written && isKnown(written)) judgeStatements(written, target, scope);
      else reportUnseen(target, scope);
    }
    if (texts.length === 0 && files.length === 0) {
      if (call.stdin) judgeStatements(call.stdin, target, scope);
      else if (!options.flags.has('l') && !options.flags.has('list') && scope.inProduction(target))
        scope.find('production_change', 'high', describe(call, 'an open session'));
    }
    return undefined;
  };
}

const statementStart =
  /^(?:select|with|insert|update|delete|merge|truncate|drop|alter|create|grant|revoke|export|call|begin|declare)$/iu;

/** `bq query "…"`, or with the statement on its input. Only a dry run that it really knows is none. */
export const judgeWarehouseQuery: Judge = (call, scope) => {
  const at = call.args.findIndex(arg => arg.text === 'query');
  const given = call.args.slice(at + 1);
  if (given.some(arg => /^--dry_run(?:=true)?$/u.test(arg.text))) return undefined;
  const texts = given.filter(
    arg => !isKnown(arg) || (/\s/u.test(arg.text) && !/^--?\w/u.test(arg.text)),
  );
  const target: Call = { ...call, args: call.args.filter(arg => !texts.includes(arg)) };
  const first = given.findIndex(arg => statementStart.test(arg.text));
  if (texts.length === 0 && first >= 0)
    texts.push(
      literal(
        given
          .slice(first)
          .map(arg => arg.text)
          .join(' '),
      ),
    );
  if (texts.length === 0 && call.stdin) texts.push(call.stdin);
  for (const text of texts) judgeStatements(text, target, scope);
  return undefined;
};

const judgeSqlite: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    singleDash: true,
    long: ['cmd', 'init', 'separator', 'newline', 'nullvalue'],
  });
  const [database, ...statements] = options.operands;
  const isScratch =
    database === undefined ||
    database.text === ':memory:' ||
    database.text === '' ||
    isRebuildable(scope.path(database), scope.context.settings.rebuildable);
  const texts = [
    ...statements,
    ...(options.values.get('cmd') ?? []),
    ...(call.stdin ? [call.stdin] : []),
  ];
  for (const text of texts) {
    if (isScratch) {
      const shell = /^\s{0,10}\.(?:shell|system)\s(.{1,2000})$/su.exec(text.text)?.[1];
      if (shell) scope.runner.text(scope, literal(shell), null);
    } else judgeStatements(text, { ...call, args: database ? [database] : [] }, scope);
  }
  return undefined;
};

const redisReads =
  /^(get|mget|keys|scan|ttl|pttl|type|exists|info|ping|dbsize|llen|lrange|hget|hgetall|hkeys|hlen|smembers|scard|sismember|zrange|zcard|zscore|strlen|monitor|memory|slowlog|latency|client|object|xinfo|xlen|xrange|time|echo|randomkey|command|sscan|hscan|zscan)$/iu;

const judgeRedis: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'hpansuirDd',
    long: ['user', 'pass', 'pattern', 'quoted-pattern', 'count', 'type', 'cacert', 'cert'],
    stopAtOperand: true,
  });
  const text =
    options.operands.length > 0
      ? options.operands.map(value => value.text).join(' ')
      : (call.stdin?.text ?? '');
  for (const line of text.split('\n').slice(0, 200)) {
    const [verb = '', sub = ''] = line.trim().split(/\s/u);
    if (verb === '' || redisReads.test(verb) || (/^config$/iu.test(verb) && /^get$/iu.test(sub)))
      continue;
    scope.change();
    if (
      /^(flushall|flushdb|shutdown|debug|swapdb|config|replicaof|slaveof|module|eval|script|acl)$/iu.test(
        verb,
      )
    )
      scope.find('destructive_command', 'critical', describe(call, verb));
    else if (scope.inProduction(call))
      scope.find('production_change', 'high', describe(call, verb));
    else if (
      /^(del|unlink)$/iu.test(verb) &&
      options.operands.some(operand => operand.origins.has('generated') || operand.glob)
    )
      scope.find('destructive_command', 'high', describe(call, verb));
  }
  return undefined;
};

const judgeMongo: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'upd',
    long: ['eval', 'host', 'port', 'username', 'password', 'file'],
  });
  const code = optionValue(options, 'eval') ?? call.stdin ?? undefined;
  if (code === undefined) {
    if (scope.inProduction(call) || options.operands.some(operand => operand.text.endsWith('.js')))
      reportUnseen(call, scope);
    return undefined;
  }
  const { text } = code;
  const writes =
    /\.(drop|dropDatabase|deleteMany|remove|deleteOne|update(One|Many)?|insert(One|Many)?|replaceOne|bulkWrite|renameCollection|createUser|dropUser|dropIndexes?|findAndModify|findOneAnd[A-Z][a-z]{2,10}|shutdownServer|grantRolesToUser|runCommand|adminCommand)\s?\(/u.exec(
      text,
    )?.[1];
  if (/\$(?:out|merge)["'`]?\s{0,4}:/u.test(text))
    scope.find('unbounded_write', 'high', describe(call, 'puts a result over a collection'));
  if (writes === undefined) return undefined;
  if (
    /^(drop|dropDatabase|remove|dropUser|shutdownServer|createUser|grantRolesToUser)$/u.test(
      writes,
    ) ||
    /(deleteMany|updateMany|remove)\(\s?\{\s?\}/u.test(text)
  )
    scope.find('destructive_command', 'critical', describe(call, writes));
  else if (scope.inProduction(call))
    scope.find('production_change', 'high', describe(call, writes));
  else scope.find('data_write', /Many/u.test(writes) ? 'high' : 'medium', describe(call, writes));
  assessCode(scope, 'mongo', literal(''));
  return undefined;
};

function dump(call: Call, scope: Scope): undefined {
  if (
    call.args.some(arg => /^(-s|--schema-only|--no-data|-d)$/u.test(arg.text)) &&
    call.program !== 'mongodump'
  )
    return undefined;
  scope.find(
    'data_leaving',
    scope.inProduction(call) ? 'high' : 'medium',
    describe(call, 'copies a whole database'),
  );
  return undefined;
}

function drops(call: Call, scope: Scope): undefined {
  scope.find('destructive_command', 'critical', describe(call, call.args.at(-1)?.text ?? ''));
  return undefined;
}

export const databasePrograms: Readonly<Record<string, Judge>> = {
  ...frameworkPrograms,
  ...Object.fromEntries(
    Object.entries(clients).map(([name, grammar]) => [name, judgeClient(grammar)]),
  ),
  pgcli: judgeClient(clients['psql'] ?? { sql: [] }),
  mycli: judgeClient(clients['mysql'] ?? { sql: [] }),
  sqlite3: judgeSqlite,
  sqlite: judgeSqlite,
  duckdb: judgeSqlite,
  'redis-cli': judgeRedis,
  'valkey-cli': judgeRedis,
  mongo: judgeMongo,
  mongosh: judgeMongo,
  ...Object.fromEntries(
    'pg_dump pg_dumpall mysqldump mongodump mongoexport'.split(' ').map(name => [name, dump]),
  ),
  dropdb: drops,
  dropuser: drops,
  mysqladmin: (call, scope) =>
    call.args.some(arg => /^(drop|shutdown|flush.*|password)$/u.test(arg.text))
      ? drops(call, scope)
      : undefined,
  mongorestore: (call, scope) =>
    call.args.some(arg => arg.text === '--drop') || scope.inProduction(call)
      ? drops(call, scope)
      : void scope.change(),
  pg_restore: (call, scope) =>
    call.args.some(arg => /^(-c|--clean)$/u.test(arg.text)) || scope.inProduction(call)
      ? drops(call, scope)
      : void scope.change(),
  createdb: (_, scope) => void scope.change(),
  pg_ctl: (call, scope) =>
    void (
      ['status'].includes(call.args[0]?.text ?? '') ||
      scope.find('destructive_command', 'high', describe(call, call.args[0]?.text ?? ''))
    ),
  'kafka-topics': (call, scope) =>
    call.args.some(arg => arg.text === '--delete')
      ? drops(call, scope)
      : void (
          call.args.some(arg => /^--(list|describe)$/u.test(arg.text)) ||
          scope.find(
            'deployment',
            scope.inProduction(call) ? 'high' : 'medium',
            describe(call, 'changes topics'),
          )
        ),
  'kafka-topics.sh': (call, scope) =>
    call.args.some(arg => arg.text === '--delete') ? drops(call, scope) : undefined,
  rabbitmqctl: (call, scope) =>
    /^(list_|status|cluster_status|report|environment|ping)/u.test(call.args[0]?.text ?? '')
      ? undefined
      : drops(call, scope),
};
