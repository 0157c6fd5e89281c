import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { neighbours } from './neighbours.table.ts';
import { otherPrograms } from './other-programs.table.ts';
import { assessSample } from './sample-risk.ts';
import { unstatedDeeds } from './unstated-deeds.table.ts';

const asking = new Set(['high', 'critical']);

describe('harmless calls beside their risky neighbours', () => {
  for (const { what, harmless, risky } of [...neighbours, ...otherPrograms, ...unstatedDeeds])
    test(what, () => {
      const asked = (row: (typeof harmless)[number]): boolean => {
        const [tool, parameters, environment = null] = row;
        const { level, findings } = assessSample({ tool, parameters, environment });
        return asking.has(level) || findings.some(({ signal }) => signal === 'unknown_effect');
      };
      assert.deepEqual(harmless.filter(asked), []);
      assert.deepEqual(
        risky.filter(row => !asked(row)),
        [],
      );
    });
});
