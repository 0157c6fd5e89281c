// Runs MPLP's golden harness on our objects. The harness is upstream's own, unedited: its loader, its comparison and its
// rules. Upstream's runner compares the expected files with themselves; this one compares what we made with them.
// What the harness imports from elsewhere is replaced: a YAML reader, an unused helper, and the schema validators of
// upstream's core package, which are built here from upstream's schemas.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { build } from 'esbuild';
import { parse } from 'yaml';

/** What a run of the flow made, in MPLP's form. */
export interface GoldenOutput {
  readonly context: object;
  readonly plan: object;
  readonly confirm: object;
  readonly trace: object;
}

interface Harness {
  loadGoldenFlows(): readonly { readonly flowId: string }[];
  validateGoldenFlow(
    flow: { readonly flowId: string },
    output: GoldenOutput,
  ): Promise<{ readonly diffs: readonly { readonly path: string; readonly message: string }[] }>;
}

export const harnessFolder = 'tests/golden/harness/ts';

/** Upstream's judge of flow 05: what differs, as it says it. */
export async function goldenJudge(
  checkout: string,
): Promise<(output: GoldenOutput) => Promise<string[]>> {
  const { loadGoldenFlows, validateGoldenFlow } = await loadHarness(checkout);
  const flow = loadGoldenFlows().find(({ flowId }) => flowId === 'FLOW-05');
  if (flow === undefined) throw new Error('expected flow 05 in the checkout of MPLP');
  return async output => {
    const { diffs } = await validateGoldenFlow(flow, output);
    return diffs.map(({ path, message }) => `${path}: ${message}`);
  };
}

async function loadHarness(checkout: string): Promise<Harness> {
  const folder = join(checkout, harnessFolder);
  const built = await build({
    stdin: {
      contents:
        "export { loadGoldenFlows } from './loader'; export { validateGoldenFlow } from './golden-validator';",
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    // All files of the harness stand in one folder.
    define: { __dirname: JSON.stringify(folder) },
    external: ['js-yaml', 'lodash', '*/packages/core/src/validators'],
  });
  const real = createRequire(import.meta.url);
  const replaced = (name: string): unknown => {
    if (name === 'js-yaml') return { load: parse };
    if (name === 'lodash') return { isEqual: () => false };
    return /core\/src\/validators$/.test(name) ? validatorsOf(checkout) : real(name);
  };
  const module = { exports: {} as Harness };
  const run = new Function('module', 'exports', 'require', built.outputFiles[0]?.text ?? '');
  run(module, module.exports, replaced);
  return module.exports;
}

function validatorsOf(checkout: string): Record<string, (value: unknown) => object> {
  const schemas = join(checkout, 'schemas/v2');
  const read = (file: string): object => JSON.parse(readFileSync(join(schemas, file), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': isTime } });
  for (const file of readdirSync(join(schemas, 'common'))) {
    if (file.endsWith('.json')) ajv.addSchema(read(join('common', file)));
  }
  const validator = (name: string) => {
    const validate: ValidateFunction = ajv.compile(read(`mplp-${name}.schema.json`));
    return (value: unknown) => ({ ok: validate(value), errors: validate.errors });
  };
  return {
    validateContext: validator('context'),
    validatePlan: validator('plan'),
    validateConfirm: validator('confirm'),
    validateTrace: validator('trace'),
  };
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(Date.parse(text));
}
