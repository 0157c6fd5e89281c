import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { cardText } from '../language/english/card.ts';
import { DeclareForm } from '../policy/declare-form.tsx';
import { Disclosure } from './disclosure.tsx';

/** Offers an operator the declaration after which this tool is no longer unknown. */
export function DeclareTool({ toolName }: { readonly toolName: string }): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return (
    <Disclosure summary={cardText.declareTool}>
      <p>{cardText.effectUnknown}</p>
      {operates ? <DeclareForm tool={toolName} /> : <p>{cardText.operatorDeclares}</p>}
    </Disclosure>
  );
}
