import type { HouseRequestOpened } from '@countersign/client/people';
import {
  type DeclaredEffect,
  declaredEffects,
  type Reversibility,
  reversibilities,
} from '@countersign/protocol/value';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { policyText } from '../language/english/policy.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { declarationLine, filesWith } from './declaration-text.ts';
import { usePolicy } from './use-policy.ts';

/**
 * The declaration of a tool by the operator, as text for a policy file. With governance, the operator can ask for it
 * from here. Without governance, nothing here changes the policy.
 */
export function DeclareForm({
  tool,
  suggested = {},
}: {
  readonly tool: string;
  readonly suggested?: { readonly effect?: string; readonly reversibility?: string };
}): ReactNode {
  const { data: policy } = usePolicy();
  const [effect, setEffect] = useState<DeclaredEffect>(
    known(declaredEffects, suggested.effect) ?? 'update',
  );
  const [reversibility, setReversibility] = useState<Reversibility>(
    known(reversibilities, suggested.reversibility) ?? 'irreversible',
  );
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState<HouseRequestOpened | null>(null);
  const ask = useAsk();
  const declared = { tool, effect, reversibility, reason };
  const governed = policy !== undefined && policy.governance !== null;
  const request = (): void =>
    ask.run(async () => {
      // The newest documents, so that the request changes nothing else.
      const { files } = await api.policy();
      setAsked(await withRecentProof(() => api.requestPolicy(filesWith(files, declared))));
    });
  return (
    <div className="declare">
      <p>{policyText.findOutFirst}</p>
      <div className="declare-picks">
        <Choice<DeclaredEffect>
          label={policyText.declaredEffect}
          values={declaredEffects}
          value={effect}
          onChange={setEffect}
        />
        <Choice<Reversibility>
          label={policyText.undo}
          values={reversibilities}
          value={reversibility}
          onChange={setReversibility}
        />
        <label className="declare-why">
          <span>{policyText.reason}</span>
          <input
            className="field"
            type="text"
            maxLength={200}
            placeholder={policyText.whatToolDoes}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </label>
      </div>
      <p>{policyText.addBelow}</p>
      <CopyLine text={declarationLine(declared)} label={policyText.declaration} />
      <ProblemNotice problem={ask.problem} />
      {governed && (
        <Button small busy={ask.busy} onClick={request}>
          {policyText.askToDeclare}
        </Button>
      )}
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function known<Value extends string>(
  values: readonly Value[],
  value: string | undefined,
): Value | undefined {
  return values.find(each => each === value);
}

function Choice<Value extends string>({
  label,
  values,
  value,
  onChange,
}: {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value;
  onChange(value: Value): void;
}): ReactNode {
  return (
    <label>
      <span>{label}</span>
      <select
        className="field"
        value={value}
        onChange={event => onChange(known(values, event.target.value) ?? value)}
      >
        {values.map(each => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}
