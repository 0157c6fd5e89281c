import type { Plugin } from 'vite';

/**
 * Marks the creation of every schema as free of effects. A bundler cannot know that of chained calls. It then leaves
 * out the schemas that nothing here uses, and the code that makes them.
 */
export const pureSchemas: Plugin = {
  name: 'pure-schemas',
  enforce: 'post',
  transform(code) {
    if (!/from ['"]zod['"]/.test(code)) return null;
    const values = this.parse(code).body.flatMap(statement => {
      const declared =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
    });
    let pure = code;
    for (const { init } of values.reverse()) {
      if (init?.type !== 'CallExpression' || !code.startsWith('z.', init.start)) continue;
      const value = code.slice(init.start, init.end);
      pure = `${pure.slice(0, init.start)}/* @__PURE__ */ (() => ${value})()${pure.slice(init.end)}`;
    }
    return { code: pure, map: null };
  },
};
