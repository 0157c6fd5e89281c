import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../data/session.ts';
import { Disclosure } from './disclosure.tsx';

const DeclareForm = lazy(async () => ({
  default: (await import('../policy/declare-form.tsx')).DeclareForm,
}));

/** Offers an operator the declaration after which this tool is no longer unknown. */
export function DeclareTool({ toolName }: { readonly toolName: string }): ReactNode {
  const operates = useSession()?.roles.includes('operator') === true;
  return (
    <Disclosure summary="Declare this tool">
      <p>The policy asks every time because the effect of this tool is unknown.</p>
      {operates ? (
        <Suspense fallback={<p>Loading …</p>}>
          <DeclareForm tool={toolName} />
        </Suspense>
      ) : (
        <p>An operator who knows the tool can declare it in the policy.</p>
      )}
    </Disclosure>
  );
}
