import {
  declarableEffects,
  type HouseRequestOpened,
  reversibilities,
} from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { declarationLine, filesWith } from './declaration-text.ts';
import { usePolicy } from './use-policy.ts';

type Effect = (typeof declarableEffects)[number];
type Reversibility = (typeof reversibilities)[number];

/**
 * What the operator says of a tool, as text for a policy file. With governance it can be asked for from here; without,
 * nothing here changes the policy.
 */
export function DeclareForm({
  tool,
  suggested = {},
}: {
  readonly tool: string;
  readonly suggested?: { readonly effect?: string; readonly reversibility?: string };
}): ReactNode {
  const { data: policy } = usePolicy();
  const [effect, setEffect] = useState<Effect>(
    known(declarableEffects, suggested.effect) ?? 'update',
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
      <p>
        Find out first what the tool does. Its own description is a claim. A declaration never
        lowers what is found in a command, SQL, code, money or a secret.
      </p>
      <div className="declare-picks">
        <Choice<Effect>
          label="Effect"
          values={declarableEffects}
          value={effect}
          onChange={setEffect}
        />
        <Choice<Reversibility>
          label="Undo"
          values={reversibilities}
          value={reversibility}
          onChange={setReversibility}
        />
        <label className="declare-why">
          <span>Reason</span>
          <input
            className="field"
            type="text"
            maxLength={200}
            placeholder="what the tool does"
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </label>
      </div>
      <p>Add this below tools: in a policy file of the operator.</p>
      <CopyLine text={declarationLine(declared)} label="declaration" />
      <ProblemNotice problem={ask.problem} />
      {governed && (
        <Button small busy={ask.busy} onClick={request}>
          Ask to declare it
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
