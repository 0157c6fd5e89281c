import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { DeclareForm } from '../policy/declare-form.tsx';
import { Disclosure } from './disclosure.tsx';

/** Offers an operator the declaration after which this tool is no longer unknown. */
export function DeclareTool({ toolName }: { readonly toolName: string }): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return (
    <Disclosure summary="Declare this tool">
      <p>The policy asks every time because the effect of this tool is unknown.</p>
      {operates ? (
        <DeclareForm tool={toolName} />
      ) : (
        <p>An operator who knows the tool can declare it in the policy.</p>
      )}
    </Disclosure>
  );
}
