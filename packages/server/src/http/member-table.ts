import * as z from 'zod';
import { asText } from './as-text.ts';

type Json = Record<string, unknown>;

/** The members of an object, one level deep, as a table for people; the API description has the rest. */
export function memberTable(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const { properties, required = [] } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  if (properties === undefined || Object.keys(properties).length === 0) return '';
  const rows = Object.entries(properties).map(([name, member]) => {
    const need = required.includes(name) ? '' : ' <span class="optional">optional</span>';
    const form = asText(formOf(member));
    return `<tr><th scope="row"><code>${asText(name)}</code>${need}</th><td>${form}</td></tr>`;
  });
  return `<details><summary>${asText(title)}</summary><table><tbody>${rows.join('')}</tbody></table></details>`;
}

/** What a member may be, in words. */
function formOf(schema: Json): string {
  const { type, const: only, enum: choices, anyOf, oneOf, items } = schema;
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
