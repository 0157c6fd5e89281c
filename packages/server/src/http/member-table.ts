import type * as z from 'zod';
import { type Json, membersOf, referredSchema, type Side } from './api-schemas.ts';
import { asText } from './as-text.ts';

/** The members of an object, one level deep, as a table for people; the API description has the rest. */
export function memberTable(title: string, schema: z.ZodType, io: Side): string {
  const { properties, required } = membersOf(schema, io);
  if (Object.keys(properties).length === 0) return '';
  const rows = Object.entries(properties).map(([name, member]) => {
    const need = required.includes(name) ? '' : ' <span class="optional">optional</span>';
    const form = asText(formOf(member));
    return `<tr><th scope="row"><code>${asText(name)}</code>${need}</th><td>${form}</td></tr>`;
  });
  return `<details><summary>${asText(title)}</summary><table><tbody>${rows.join('')}</tbody></table></details>`;
}

/** What a member may be, in words. An object with a name is called by it. */
function formOf(schema: Json): string {
  const { $ref, type, const: only, enum: choices, anyOf, oneOf, items } = schema;
  if (typeof $ref === 'string') {
    const form = formOf(referredSchema($ref));
    return /^(object|anything)$/.test(form)
      ? ($ref
          .split('/')
          .at(-1)
          ?.replace(/Input$/, '') ?? form)
      : form;
  }
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map(choice => JSON.stringify(choice)).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    return [...new Set(alternatives.map(each => formOf(each as Json)))].join(' or ');
  }
  if (type === 'array')
    return `list of ${items === undefined ? 'anything' : formOf(items as Json)}`;
  if (type === 'object') return 'object';
  return typeof type === 'string' ? type : 'anything';
}
