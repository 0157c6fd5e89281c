import type { PreferencesFacts } from '@countersign/client/people';
import type { Timestamp } from '@countersign/protocol/value';
import type { ReactNode } from 'react';
import { showToast } from '../design/toast-list.ts';
import { settingsText } from '../language/english/settings.ts';
import { fill } from '../language/fill.ts';
import { localInput, timestampOf, usualAbsence } from './local-time.ts';
import type { SaveSettings } from './settings-page.tsx';
import { Switch } from './switch.tsx';

interface AwayPartProps {
  readonly facts: PreferencesFacts;
  readonly save: SaveSettings;
}

/** When the person is not there. Others see it, and are told first. */
export function AwayPart({ facts, save }: AwayPartProps): ReactNode {
  const { away } = facts.preferences;
  const set = (part: { readonly from?: Timestamp; readonly to?: Timestamp }): void => {
    if (away === null) return;
    const next = { ...away, ...part };
    if (Date.parse(next.from) < Date.parse(next.to)) return void save({ away: next });
    const detail = settingsText.endAfterBeginning;
    showToast({ kind: 'refused', title: settingsText.notSaved, detail });
  };
  return (
    <section className="settings-part" aria-labelledby="away">
      <div className="settings-label">
        <h2 id="away">{settingsText.away}</h2>
        <p>{settingsText.awayShown}</p>
      </div>
      <div className="settings-rows">
        <div className="settings-row">
          <div>
            <b>{away === null ? settingsText.notAway : settingsText.areAway}</b>
            <p>{settingsText.othersTold}</p>
          </div>
          <div className="settings-acts">
            {away !== null &&
              fill(settingsText.fromTo, {
                from: (
                  <Moment
                    label={settingsText.awayFrom}
                    at={away.from}
                    onChange={from => set({ from })}
                  />
                ),
                to: (
                  <Moment label={settingsText.awayTo} at={away.to} onChange={to => set({ to })} />
                ),
              })}
            <Switch
              label={settingsText.away}
              on={away !== null}
              onChange={on => void save({ away: on ? usualAbsence(Date.now()) : null })}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

interface MomentProps {
  readonly label: string;
  readonly at: string;
  onChange(at: Timestamp): void;
}

/** A field for a date and a time by the clock of this browser. It is saved when the user leaves it. */
function Moment({ label, at, onChange }: MomentProps): ReactNode {
  return (
    <input
      // A value of the server replaces what was typed.
      key={at}
      className="field settings-time"
      type="datetime-local"
      aria-label={label}
      defaultValue={localInput(at)}
      onBlur={({ target }) => {
        const typed = timestampOf(target.value);
        if (typed !== null && target.value !== localInput(at)) onChange(typed);
      }}
    />
  );
}
