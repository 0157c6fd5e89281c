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

/** Web frameworks and migration tools: what happens to the database, and where. */
const judgeFramework: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'edf',
    long: ['database', 'env', 'settings', 'schema', 'config', 'url', 'env-file'],
  });
  const words = options.operands.map(operand => operand.text);
  const text = [
    ...words.slice(0, 3),
    ...call.args
      .map(arg => arg.text)
      .filter(arg => /^--(force-reset|accept-data-loss|all)$/u.test(arg)),
  ].join(' ');
  const rehearsal = scope.inRehearsal(call);
  const production = scope.inProduction(call);
  const shown = describe(call, words.slice(0, 2).join(' '));
  const [verb = ''] = words;
  if (
    ['runner', 'r'].includes(verb) ||
    (verb === 'shell' && call.args.some(arg => /^(-c|--command)$/u.test(arg.text)))
  )
    return judgeRunner(call, scope);
  if (
    verb === 'console' ||
    verb === 'c' ||
    verb === 'dbconsole' ||
    verb === 'shell' ||
    verb === 'dbshell' ||
    verb === 'tinker'
  ) {
    scope.find(
      production ? 'production_change' : 'unknown_code',
      production ? 'high' : 'medium',
      shown,
    );
    if (call.stdin) assessCode(scope, call.program, call.stdin);
    return undefined;
  }
  const isPreview =
    call.args.some(arg => ['--pretend', '--plan', '--sql', '--dry-run'].includes(arg.text)) &&
    ['artisan', 'manage.py', 'alembic', 'knex', 'flyway', 'liquibase', 'django-admin'].includes(
      call.program,
    ) &&
    !(call.program === 'knex');
  if (isPreview && !losing.test(text)) return undefined;
  if (
    losing.test(text) ||
    call.args.some(arg => /^--(force-reset|accept-data-loss)$/u.test(arg.text)) ||
    (call.program === 'drizzle-kit' && call.args.some(arg => arg.text === '--force'))
  ) {
    scope.find('destructive_command', rehearsal ? 'medium' : 'critical', shown);
    if (production) scope.find('production_change', 'critical', shown);
  } else if (reading.test(text) && !changing.test(text)) scope.change();
  else if (changing.test(text)) {
    scope.find('schema_change', production ? 'high' : 'medium', shown);
    if (production) scope.find('production_change', 'high', shown);
  } else assessTask(call, text, scope);
  return undefined;
};

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
