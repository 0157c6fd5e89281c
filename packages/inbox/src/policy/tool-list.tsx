import type { SeenTool, SeenTools } from '@countersign/client/people';
import { type ReactNode, useEffect } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Words } from '../facts/pieces.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { numberLocale } from '../language/chosen.ts';
import { policyText } from '../language/english/policy.ts';
import { pastApi } from '../unasked/past-api.ts';
import { DeclareForm } from './declare-form.tsx';

/** Every tool that the server has seen, what is known of it, who says so, and how to declare it. */
export function ToolList(): ReactNode {
  const { data, problem, reload } = useResource<SeenTools>('tools seen', signal =>
    pastApi.seenTools({ signal }),
  );
  const incomplete = data !== undefined && !data.is_complete;
  useEffect(() => {
    if (!incomplete) return;
    const again = setTimeout(reload, 500);
    return () => clearTimeout(again);
  }, [incomplete, reload]);
  if (data === undefined) {
    return problem === null ? (
      <p className="rules-none">{policyText.loading}</p>
    ) : (
      <RefusedPage problem={problem} onRetry={reload} />
    );
  }
  const { tools, tools_max } = data;
  // What is least known comes first.
  const ordered = tools.toSorted((a, b) => order.indexOf(a.known_by) - order.indexOf(b.known_by));
  return (
    <>
      {incomplete && (
        <p className="rules-none" role="status">
          {policyText.stillReading}
        </p>
      )}
      {tools.length >= tools_max && (
        <p className="rules-none">{policyText.onlyTools(tools_max.toLocaleString(numberLocale))}</p>
      )}
      {tools.length === 0 && !incomplete && <p className="rules-none">{policyText.noToolYet}</p>}
      <ul className="seen-tools" aria-label={policyText.tools}>
        {ordered.map(tool => (
          <Tool key={tool.tool} seen={tool} />
        ))}
      </ul>
    </>
  );
}

const order: readonly SeenTool['known_by'][] = ['nothing', 'name', 'catalogue', 'declaration'];

function Tool({ seen }: { readonly seen: SeenTool }): ReactNode {
  const { tool, effect, reversibility, why, asked, unasked, last_seen, declaration } = seen;
  const operates = useSession()?.roles.includes('operator') === true;
  return (
    <li data-known={seen.known_by}>
      <div className="seen-tool">
        <b>
          <Words text={tool} />
        </b>
        <span>
          {effect}, {reversibility.replaceAll('_', ' ')}
        </span>
        <span className="seen-when">
          {policyText.askedUnasked(
            asked.toLocaleString(numberLocale),
            unasked.toLocaleString(numberLocale),
            dateAndTime(last_seen),
          )}
        </span>
      </div>
      <p>{why}</p>
      {operates && declaration !== null && (
        <Disclosure summary={policyText.declareTool}>
          <DeclareForm tool={tool} suggested={{ effect, reversibility }} />
        </Disclosure>
      )}
    </li>
  );
}
