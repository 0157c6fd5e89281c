import { assessCode } from './inline-code.ts';
import { parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessTask, assessUnknown } from './unknown-programs.ts';

/** Tasks of frameworks that empty or drop a database, by what they are called everywhere. */
const losing =
  /(^|[ :._])(db:(drop|reset|purge|schema:load|structure:load|setup|seed:replant|migrate:reset|wipe|truncate.*)|migrate:(fresh|reset|refresh)|flush|reset_db|sqlflush|dropall|drop-all|schema:drop|database:drop|drop|migrate reset|db push --force-reset|clean|ecto\.(drop|reset)|database drop|downgrade|db reset|reset|wipe|destroy|doctrine:(database|schema):drop|tenants:migrate-fresh)($| |:)/u;
const changing =
  /(^|[ :._])(db:(migrate|rollback|seed|push).*|migrate(:rollback|:install|:up|:down|:latest|:run)?|migrations?:(run|revert|migrate)|migrate deploy|migrate (up|down|latest|rollback)|upgrade|up|down|update|db push|db seed|db execute|push|loaddata|doctrine:migrations:migrate)($| |:)/u;
const reading =
  /(^|[ :._])(db:version|db:migrate:status|migrate:status|routes?|showmigrations|check|about|list|--list|status|info|validate|history|current|heads|show|diff|generate|makemigrations|make:[a-z]+|g|new|test|spec|lint|stats|notes|inspect|migrate diff|format|studio|introspect|pull|revision|create|init|dev|migrate dev|migrate status|help|version|squashmigrations|sqlmigrate|collectstatic|compile|assets:.*|server|s|runserver|serve|tinker|cache:clear|config:clear|view:clear|route:list|optimize.*)($| |:)/u;

/** One call of a framework, as its judges ask about it. */
interface Task {
  readonly call: Call;
  readonly scope: Scope;
  readonly verb: string;
  /** The first words, and the options that lose data. */
  readonly text: string;
  readonly shown: string;
  readonly production: boolean;
}

const consoles: ReadonlySet<string> = new Set(
  'console c dbconsole shell dbshell tinker'.split(' '),
);
const previews: ReadonlySet<string> = new Set(['--pretend', '--plan', '--sql', '--dry-run']);
const previewing: ReadonlySet<string> = new Set(
  'artisan manage.py alembic flyway liquibase django-admin'.split(' '),
);

/** What a task does to the database. In order; the first row that fits decides. */
const tasks: readonly {
  readonly when: (task: Task) => boolean;
  readonly does: (task: Task) => void;
}[] = [
  { when: runsCode, does: ({ call, scope }) => judgeRunner(call, scope) },
  { when: ({ verb }) => consoles.has(verb), does: opensConsole },
  { when: task => isPreview(task) && !losing.test(task.text), does: () => undefined },
  { when: losesData, does: reportsLoss },
  {
    when: ({ text }) => reading.test(text) && !changing.test(text),
    does: ({ scope }) => scope.change(),
  },
  { when: ({ text }) => changing.test(text), does: reportsChange },
];

/** Web frameworks and migration tools: what happens to the database, and where. */
const judgeFramework: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'edf',
    long: ['database', 'env', 'settings', 'schema', 'config', 'url', 'env-file'],
  });
  const words = options.operands.map(operand => operand.text);
  const losses = call.args
    .map(arg => arg.text)
    .filter(arg => /^--(force-reset|accept-data-loss|all)$/u.test(arg));
  const task: Task = {
    call,
    scope,
    verb: words[0] ?? '',
    text: [...words.slice(0, 3), ...losses].join(' '),
    shown: describe(call, words.slice(0, 2).join(' ')),
    production: scope.inProduction(call),
  };
  const row = tasks.find(({ when }) => when(task));
  if (row === undefined) assessTask(call, task.text, scope);
  else row.does(task);
  return undefined;
};

function runsCode({ call, verb }: Task): boolean {
  if (verb === 'runner' || verb === 'r') return true;
  return verb === 'shell' && call.args.some(arg => /^(-c|--command)$/u.test(arg.text));
}

function opensConsole({ call, scope, shown, production }: Task): void {
  if (production) scope.find('production_change', 'high', shown);
  else scope.find('unknown_code', 'medium', shown);
  if (call.stdin) assessCode(scope, call.program, call.stdin);
}

function isPreview({ call }: Task): boolean {
  return previewing.has(call.program) && call.args.some(arg => previews.has(arg.text));
}

function losesData({ call, text }: Task): boolean {
  return (
    losing.test(text) ||
    call.args.some(arg => /^--(force-reset|accept-data-loss)$/u.test(arg.text)) ||
    (call.program === 'drizzle-kit' && call.args.some(arg => arg.text === '--force'))
  );
}

function reportsLoss({ call, scope, shown, production }: Task): void {
  scope.find('destructive_command', scope.inRehearsal(call) ? 'medium' : 'critical', shown);
  if (production) scope.find('production_change', 'critical', shown);
}

function reportsChange({ scope, shown, production }: Task): void {
  scope.find('schema_change', production ? 'high' : 'medium', shown);
  if (production) scope.find('production_change', 'high', shown);
}

function judgeRunner(call: Call, scope: Scope): undefined {
  const code = call.args.find(arg => /[\s.()]/u.test(arg.text) && !arg.text.startsWith('-'));
  if (code) {
    assessCode(scope, call.program, code);
    if (
      /(delete_all|destroy_all|update_all|truncate|drop_table|\.delete\(\)|objects\.all\(\))/u.test(
        code.text,
      ) &&
      !/count|explain/u.test(code.text)
    )
      scope.find('destructive_command', 'critical', describe(call, 'changes all records'));
    else if (
      /(destroy|delete|update|save|create|insert)[!(]?/u.test(code.text) &&
      scope.inProduction(call)
    )
      scope.find('production_change', 'high', describe(call, 'changes records'));
  } else scope.find('unknown_code', 'medium', describe(call, 'runs code'));
  return undefined;
}

/** Commands of dbt that read models and write nothing into the warehouse. */
const dbtReading = new Set('compile parse ls list debug show docs'.split(' '));

const judgeDbt: Judge = (call, scope) => {
  const verb = call.args.find(arg => /^[a-z]/u.test(arg.text))?.text ?? '';
  if (!dbtReading.has(verb)) assessUnknown(call, scope);
  return undefined;
};

const webPrograms =
  'rails artisan manage.py django-admin prisma sequelize sequelize-cli knex typeorm flyway liquibase alembic drizzle-kit dbmate goose diesel sqlx atlas mikro-orm console migrate rake flask wp hasura ef symfony';

export const frameworkPrograms: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(webPrograms.split(' ').map(name => [name, judgeFramework])),
  dbt: judgeDbt,
};
