import type { ReactNode } from 'react';
import { CopyLine } from '../evidence/copy-line.tsx';
import { Disclosure } from './disclosure.tsx';

/** What an operator adds to the policy so that this tool is no longer unknown. Nothing here changes the policy. */
export function DeclareTool({ toolName }: { readonly toolName: string }): ReactNode {
  return (
    <Disclosure summary="Declare this tool">
      <p>
        The policy asks every time because the effect of this tool is unknown. An operator who knows
        the tool adds this to a policy file and sets effect and reversibility:
      </p>
      <CopyLine text={declarationOf(toolName)} label="declaration" />
    </Disclosure>
  );
}

/** One line of YAML. JSON quotes the name, and YAML reads JSON. */
function declarationOf(toolName: string): string {
  return `tools: [{ tool: ${JSON.stringify(toolName)}, effect: update, reversibility: reversible }]`;
}
