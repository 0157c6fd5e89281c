import { listVectors, readVectorJson } from '@countersign/testing';
import { Ajv, type ValidateFunction } from 'ajv';

type Named = 'confirm' | 'trace' | 'plan' | 'context' | 'role';

/** MPLP's own schemas, compiled from the outside copy. */
export function mplpValidators(): Readonly<Record<Named, ValidateFunction>> {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', {
    type: 'string',
    validate: text =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
      Number.isFinite(Date.parse(text)),
  });
  for (const file of listVectors('mplp', 'schemas', 'common')) {
    ajv.addSchema(readVectorJson<object>('mplp', 'schemas', 'common', file));
  }
  const compile = (name: Named): ValidateFunction =>
    ajv.compile(readVectorJson<object>('mplp', 'schemas', `mplp-${name}.schema.json`));
  return {
    confirm: compile('confirm'),
    trace: compile('trace'),
    plan: compile('plan'),
    context: compile('context'),
    role: compile('role'),
  };
}
