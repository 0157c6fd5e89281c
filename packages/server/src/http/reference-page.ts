import { reasonCodes } from '@countersign/protocol/reason';
import { asText } from './as-text.ts';
import { memberTable } from './member-table.ts';
import { problemsOf } from './problem-codes.ts';
import { rights } from './right.ts';
import { type Route, takesKey } from './route.ts';

/**
 * API reference: one page of plain HTML that loads nothing but its own style sheet. Everything in it
 * comes from the rows that are served.
 */
export function referencePage(routes: readonly Route[], version: string): string {
  const shown = routes.filter(({ internal }) => !internal);
  const tags = [...new Set(shown.map(({ tag }) => tag))];
  const sections = tags.map(tag => {
    const rows = shown.filter(route => route.tag === tag).map(routeEntry);
    return `<section id="${asText(tag)}"><h2>${asText(tag)}</h2>${rows.join('')}</section>`;
  });
  const links = tags.map(tag => `<a href="#${asText(tag)}">${asText(tag)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countersign API</title>
<link rel="stylesheet" href="/v1/reference.css">
</head>
<body>
<header><h1>Countersign API</h1><p>Version ${asText(version)} · <a href="/v1/openapi.json">OpenAPI 3.1</a></p>
<nav aria-label="Sections">${links.join(' ')}</nav></header>
<main>
<p>Bodies are strict JSON. A refusal is a problem document (RFC 9457) whose <code>code</code> is stable. Writes take an
<code>Idempotency-Key</code> where they say so: the same key and body have their effect once, and keys do not expire.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function routeEntry(route: Route): string {
  const { method, path, id, summary, access, answers } = route;
  const who = access.map(right => `<li><b>${right}</b> ${asText(rights[right])}</li>`).join('');
  const keyNote = takesKey(route)
    ? '<p class="answers">Takes an <code>Idempotency-Key</code>.</p>'
    : '';
  const takes = [
    route.params === null ? '' : memberTable('In the path', route.params, 'input'),
    route.query === null ? '' : memberTable('In the query', route.query, 'input'),
    route.body === null ? '' : memberTable('Body', route.body, 'input'),
  ];
  const gives = Object.entries(answers).map(([status, answer]) =>
    typeof answer === 'string'
      ? `<p class="answers">Answers ${status} with ${asText(answer)}.</p>`
      : memberTable(`Answers ${status}`, answer, 'output') ||
        `<p class="answers">Answers ${status}.</p>`,
  );
  return `<article id="${asText(id)}"><h3><span class="method">${method}</span> <code>${asText(path)}</code></h3><p>${asText(summary)}.</p><ul class="rights">${who}</ul>${keyNote}${takes.join('')}${gives.join('')}${problemTable(route)}</article>`;
}

/** What it can be refused with, each code with its status and its meaning. */
function problemTable(route: Route): string {
  const rows = problemsOf(route).map(code => {
    const { http, title } = reasonCodes[code];
    return `<tr><th scope="row"><code>${code}</code></th><td>${http} ${asText(title)}</td></tr>`;
  });
  return `<details><summary>Problems</summary><table><tbody>${rows.join('')}</tbody></table></details>`;
}

export const referenceStyle = `:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #59636e; --line: #d9dee3; --paper: #fff; --raised: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --quiet: #9aa4ae; --line: #30373e; --paper: #14181c; --raised: #1c2127; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { margin: 0; font-size: 1.75rem; } h2 { margin: 3rem 0 1rem; font-size: 1.25rem; text-transform: capitalize; } h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
a { color: inherit; }
article { margin: 0 0 .75rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); }
article p { margin: .5rem 0; } code { font: .9em ui-monospace, monospace; }
.method { display: inline-block; min-width: 4.25rem; padding: .1rem .4rem; border: 1px solid currentColor; border-radius: .25rem; font: 600 .75rem ui-monospace, monospace; text-align: center; }
.rights { margin: .5rem 0; padding-left: 1.1rem; color: var(--quiet); font-size: .9rem; } .answers, .optional { color: var(--quiet); font-size: .9rem; } .optional { font-weight: 400; }
details { margin: .375rem 0; } summary { cursor: pointer; font-size: .9rem; font-weight: 600; } :focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
table { width: 100%; margin: .5rem 0; border-collapse: collapse; font-size: .9rem; } th, td { padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; } th { width: 40%; font-weight: 400; }
`;
