import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectIntent } from './intent/detect-intent.ts';
import { assessSample } from './testing/sample-risk.ts';

/** Names that every JavaScript object has. A plain index into a table with such a name returns a function. */
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length', 'name'];

const commands: readonly ((name: string) => string)[] = [
  name => `${name} run lint -- --fix && rm -rf vendor`,
  name => `git ${name} origin +HEAD:main`,
  name => `sudo ${name} ${name} --${name}=${name}`,
  name => `npm ${name} && docker ${name} && kubectl ${name} pod && aws ${name} ${name}`,
  name => `powershell -Command "${name} -Force"`,
  name => `python -c "import ${name}; ${name}.${name}(${name}=1)"`,
  name => `node -e "${name}.${name}('x', {${name}: 1})"`,
  name => `psql -c "SELECT ${name}(${name}) FROM ${name}"`,
  name => `cat > ${name}/${name} && echo $${name}`,
];

describe('names that every object has', () => {
  for (const name of names)
    test(`"${name}" is judged as the name of anything`, () => {
      for (const command of commands)
        assert.ok(assessSample({ tool: 'bash', parameters: { command: command(name) } }));
      const calls = [`azure_cli.${name}`, `${name}_cli`, `mcp__${name}__${name}`, name];
      for (const tool of calls)
        assert.ok(
          assessSample({
            tool,
            operation: name,
            resource: name,
            environment: name,
            parameters: { [`${name}_id`]: name, command: name, sql: `CALL ${name}()` },
          }),
        );
      const shared = detectIntent(
        `I will delete ${name} of the 900 users and two ${name} of them.`,
      );
      assert.equal(shared.scope?.records, 900);
    });
});
