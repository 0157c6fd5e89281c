import { type ReactNode, useId } from 'react';
import { allowancesText } from '../language/english/allowances.ts';
import type { LimitField, LimitFields } from './limit-fields.ts';

interface Props {
  readonly fields: LimitFields;
  readonly unread: readonly LimitField[];
  /** Whether the rows have an amount and a currency that a sum can be made of. */
  readonly hasBudget: boolean;
  readonly hoursMax: number;
  onChange(next: Partial<LimitFields>): void;
}

/** The limits of an allowance: how often, how long, how much, how fast, and whether the same again. */
export function LimitInputs({ fields, unread, hasBudget, hoursMax, onChange }: Props): ReactNode {
  const input = (name: LimitField, label: string) => (
    <Limit
      label={label}
      value={fields[name]}
      isUnread={unread.includes(name)}
      onChange={value => onChange({ [name]: value })}
    />
  );
  const hint = useId();
  return (
    <>
      <div className="allow-limits">
        {input('uses', allowancesText.uses)}
        {input('hours', allowancesText.hours(hoursMax))}
        {hasBudget && input('total', allowancesText.budget)}
      </div>
      <fieldset className="allow-rate" aria-describedby={hint}>
        <legend>{allowancesText.rate}</legend>
        <div className="allow-limits">
          {input('rateUses', allowancesText.rateUses)}
          {input('rateMinutes', allowancesText.rateMinutes)}
        </div>
        <small id={hint}>{allowancesText.rateHint}</small>
      </fieldset>
      <label className="allow-repeat">
        <input
          type="checkbox"
          checked={fields.repeat}
          onChange={event => onChange({ repeat: event.target.checked })}
        />
        <span>
          <b>{allowancesText.repeat}</b>
          <small>{allowancesText.repeatHint}</small>
        </span>
      </label>
    </>
  );
}

function Limit({
  label,
  value,
  isUnread,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly isUnread: boolean;
  onChange(value: string): void;
}): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={isUnread}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
