import type {
  ChannelChoice,
  PersonalChannelFacts,
  PreferencesFacts,
} from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { problemSentence } from '../frame/problem-words.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { language } from '../language/chosen.ts';
import { settingsText } from '../language/english/settings.ts';
import { fill } from '../language/fill.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { DeviceButton } from './device-button.tsx';
import { settingApi } from './setting-api.ts';
import type { SaveSettings } from './settings-page.tsx';
import { Switch } from './switch.tsx';

interface Part {
  readonly facts: PreferencesFacts;
  readonly save: SaveSettings;
}

interface Shown {
  /** Shows what the server answered. */
  shown(facts: PreferencesFacts): void;
}

/** How the person learns of requests while no page is open. */
export function BeingTold({ facts, save, shown }: Part & Shown): ReactNode {
  return (
    <section className="settings-part" aria-labelledby="being-told">
      <div className="settings-label">
        <h2 id="being-told">{settingsText.beingTold}</h2>
        <p>{settingsText.messageShows}</p>
      </div>
      <div className="settings-rows">
        {facts.channels.length === 0 && <p className="settings-none">{settingsText.noChannel}</p>}
        {facts.channels.map(channel => (
          <ChannelRow key={channel.name} channel={channel} save={save} shown={shown} />
        ))}
        <ReminderRow facts={facts} save={save} />
        <QuietRow facts={facts} save={save} />
        <ZoneRow facts={facts} save={save} />
      </div>
    </section>
  );
}

interface ChannelRowProps {
  readonly channel: PersonalChannelFacts;
  readonly save: SaveSettings;
  shown(facts: PreferencesFacts): void;
}

/** What the server calls a channel, where that is no name of its own, in the words of the pages. */
const titles: ReadonlyMap<string, string> = new Map([
  ['E-mail', settingsText.channelMail],
  ['Notifications', settingsText.channelPush],
]);

function ChannelRow({ channel, save, shown }: ChannelRowProps): ReactNode {
  const { name, where, choice, device_key, failing_since } = channel;
  const title = titles.get(channel.title) ?? channel.title;
  const ask = useAsk();
  const change = (part: Partial<ChannelChoice>) =>
    void save({ channels: { [name]: { ...choice, ...part } } });
  const test = (): void =>
    ask.run(async () => {
      try {
        const { delivered, problem } = await settingApi.sendTestMessage(name);
        showToast(
          delivered
            ? {
                kind: 'ok',
                title: settingsText.testSent,
                detail: settingsText.channelTo(title, where ?? ''),
              }
            : { kind: 'refused', title: settingsText.testNotSent, detail: problem ?? '' },
        );
      } catch (problem) {
        const detail = problemSentence(problem);
        showToast({ kind: 'refused', title: settingsText.testNotSent, detail });
      }
    });
  return (
    <>
      <Row
        title={where === null ? title : settingsText.channelTo(title, where)}
        words={where === null ? nowhere(channel) : choiceWords(choice)}
      >
        {device_key !== null && (
          <DeviceButton name={name} deviceKey={device_key} onChange={shown} />
        )}
        {where !== null && (
          <>
            <AfterPick title={title} choice={choice} change={change} />
            <DigestPick title={title} choice={choice} change={change} />
            <Button small busy={ask.busy} onClick={test}>
              {settingsText.sendTest}
            </Button>
            <Switch label={title} on={choice.on} onChange={on => change({ on })} />
          </>
        )}
      </Row>
      {failing_since !== null && (
        <p className="settings-failing">
          <Icon name="warning" />
          {settingsText.failingSince(title, dateAndTime(failing_since))}
        </p>
      )}
    </>
  );
}

interface PickProps {
  readonly title: string;
  readonly choice: ChannelChoice;
  change(part: Partial<ChannelChoice>): void;
}

function AfterPick({ title, choice, change }: PickProps): ReactNode {
  const { after_minutes } = choice;
  const offered = [...new Set([0, 1, 5, 15, ...(after_minutes === null ? [] : [after_minutes])])];
  return (
    <select
      className="field settings-pick"
      aria-label={settingsText.channelWhen(title)}
      value={after_minutes === null ? 'never' : String(after_minutes)}
      onChange={({ target }) =>
        change({ after_minutes: target.value === 'never' ? null : Number(target.value) })
      }
    >
      {offered
        .toSorted((a, b) => a - b)
        .map(minutes => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? settingsText.atOnce : settingsText.after(minutesWords(minutes))}
          </option>
        ))}
      <option value="never">{settingsText.notEach}</option>
    </select>
  );
}

const listed = new Intl.ListFormat(language);
const digests: readonly (readonly string[])[] = [[], ['09:00'], ['16:00'], ['09:00', '16:00']];

function DigestPick({ title, choice, change }: PickProps): ReactNode {
  const set = choice.digest_at.join(' ');
  const isOffered = digests.some(times => times.join(' ') === set);
  const offered = isOffered ? digests : [...digests, choice.digest_at];
  return (
    <select
      className="field settings-pick"
      aria-label={settingsText.channelDigest(title)}
      value={set}
      onChange={({ target }) =>
        change({ digest_at: target.value === '' ? [] : target.value.split(' ') })
      }
    >
      {offered.map(times => (
        <option key={times.join(' ')} value={times.join(' ')}>
          {times.length === 0 ? settingsText.noDigest : settingsText.digestAt(listed.format(times))}
        </option>
      ))}
    </select>
  );
}

function ReminderRow({ facts, save }: Part): ReactNode {
  const { reminder_minutes } = facts.preferences;
  const offered = [...new Set([1, 3, 5, 10, reminder_minutes ?? 3])].toSorted((a, b) => a - b);
  return (
    <Row title={settingsText.reminder} words={settingsText.reminderWords}>
      {reminder_minutes !== null && (
        <select
          className="field settings-pick"
          aria-label={settingsText.reminderBefore}
          value={reminder_minutes}
          onChange={({ target }) => void save({ reminder_minutes: Number(target.value) })}
        >
          {offered.map(minutes => (
            <option key={minutes} value={minutes}>
              {settingsText.before(minutesWords(minutes))}
            </option>
          ))}
        </select>
      )}
      <Switch
        label={settingsText.reminder}
        on={reminder_minutes !== null}
        onChange={on => void save({ reminder_minutes: on ? 3 : null })}
      />
    </Row>
  );
}

const usualNight = { from: '20:00', to: '07:30' };

function QuietRow({ facts, save }: Part): ReactNode {
  const quiet = facts.preferences.quiet_hours;
  const set = (part: Partial<typeof usualNight>): void => {
    // A field that is being typed into is empty for a while.
    if (Object.values(part).every(time => time !== '')) {
      void save({ quiet_hours: { ...(quiet ?? usualNight), ...part } });
    }
  };
  return (
    <Row title={settingsText.quietHours} words={settingsText.quietWords}>
      {quiet !== null &&
        fill(settingsText.fromTo, {
          from: (
            <input
              className="field settings-time"
              type="time"
              aria-label={settingsText.quietFrom}
              value={quiet.from}
              onChange={({ target }) => set({ from: target.value })}
            />
          ),
          to: (
            <input
              className="field settings-time"
              type="time"
              aria-label={settingsText.quietTo}
              value={quiet.to}
              onChange={({ target }) => set({ to: target.value })}
            />
          ),
        })}
      <Switch
        label={settingsText.quietHours}
        on={quiet !== null}
        onChange={on => void save({ quiet_hours: on ? usualNight : null })}
      />
    </Row>
  );
}

function ZoneRow({ facts, save }: Part): ReactNode {
  const { time_zone } = facts.preferences;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Row title={settingsText.timeZone} words={settingsText.timesIn(time_zone)}>
      {here !== time_zone && (
        <Button small onClick={() => void save({ time_zone: here })}>
          {settingsText.takeZone(here)}
        </Button>
      )}
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  readonly words: string;
  readonly children: ReactNode;
}

function Row({ title, words, children }: RowProps): ReactNode {
  return (
    <div className="settings-row">
      <div>
        <b>{title}</b>
        <p>{words}</p>
      </div>
      <div className="settings-acts">{children}</div>
    </div>
  );
}

function nowhere({ device_key }: PersonalChannelFacts): string {
  return device_key === null ? settingsText.noAddress : settingsText.toldOnDevice;
}

function choiceWords({ on, after_minutes, digest_at }: ChannelChoice): string {
  if (!on) return settingsText.noMessages;
  const each =
    after_minutes === null
      ? settingsText.notEach
      : after_minutes === 0
        ? settingsText.eachAtOnce
        : settingsText.waitsLonger(minutesWords(after_minutes));
  return digest_at.length === 0 ? settingsText.choice(each) : settingsText.choiceWithDigest(each);
}

function minutesWords(minutes: number): string {
  return settingsText.minutes(minutes);
}
