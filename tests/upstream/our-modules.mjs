// Gives upstream's tests our modules where they import upstream's own. The tests themselves are not changed.

import { registerHooks } from 'node:module';

const ours = [
  [/^vitest$/, new URL('./vitest-names.ts', import.meta.url).href],
  [
    /guardrails-core-operator-(?:approval|confirmation)(?:-surface)?$/,
    import.meta.resolve('@countersign/dialects/operator'),
  ],
  [/^@manasvi\/contracts$/, import.meta.resolve('@countersign/dialects/approval-flow/now')],
  [/^@manasvi\/executor-sdk$/, import.meta.resolve('@countersign/dialects/approval-flow/now')],
  [
    /^\.\/(?:index|execution-intent)\.js$/,
    import.meta.resolve('@countersign/dialects/approval-flow/now'),
  ],
];

const upstream = process.env['UPSTREAM_TEST'] ?? '';

registerHooks({
  resolve: (name, context, next) => {
    const own = context.parentURL?.endsWith(upstream) === true && upstream !== '';
    const found = own ? ours.find(([form]) => form.test(name)) : undefined;
    return found === undefined
      ? next(name, context)
      : { url: found[1], format: 'module-typescript', shortCircuit: true };
  },
});
