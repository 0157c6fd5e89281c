// Our packages run from source under the import condition `source`. Some dependencies of the frameworks offer the same
// condition with TypeScript that Node does not run from node_modules. Inside the frameworks the condition does not count.
import { registerHooks } from 'node:module';

const inside = /\/tests\/frameworks\/[^/]+\/node_modules\//;

registerHooks({
  resolve: (specifier, context, next) =>
    inside.test(context.parentURL ?? '')
      ? next(specifier, {
          ...context,
          conditions: context.conditions.filter(each => each !== 'source'),
        })
      : next(specifier, context),
});
