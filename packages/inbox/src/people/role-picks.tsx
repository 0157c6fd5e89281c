import { type ReactNode, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Words } from '../facts/pieces.tsx';
import { peopleText } from '../language/english/people.ts';
import { readRole } from './person-words.ts';

/** Which roles: those that the policy knows, and any other by its name. */
export function RolePicks({
  known,
  chosen,
  onChange,
}: {
  readonly known: readonly string[];
  readonly chosen: readonly string[];
  onChange(roles: readonly string[]): void;
}): ReactNode {
  const [text, setText] = useState('');
  const id = useId();
  const all = [...new Set([...known, ...chosen])];
  const toggle = (role: string): void =>
    onChange(chosen.includes(role) ? chosen.filter(each => each !== role) : [...chosen, role]);
  const add = (): void => {
    const role = readRole(text);
    if (role === null) return;
    if (!chosen.includes(role)) onChange([...chosen, role]);
    setText('');
  };
  return (
    <fieldset className="mt-4">
      <legend className="label">{peopleText.roles}</legend>
      <div className="picks role-picks">
        {all.map(role => (
          <label key={role} className="pick settle-pick">
            <input type="checkbox" checked={chosen.includes(role)} onChange={() => toggle(role)} />
            <Words text={role} />
          </label>
        ))}
      </div>
      <div className="mt-3 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <label className="label" htmlFor={id}>
            {peopleText.anotherRole}
          </label>
          <input
            id={id}
            className="field"
            value={text}
            maxLength={64}
            autoComplete="off"
            onChange={event => setText(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button onClick={add} aria-disabled={readRole(text) === null}>
          {peopleText.add}
        </Button>
      </div>
    </fieldset>
  );
}
