import type { PreferencesFacts } from '@countersign/client/people';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { showToast } from '../design/toast-list.ts';
import { problemSentence } from '../frame/problem-words.ts';
import { settingsText } from '../language/english/settings.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { settingApi } from './setting-api.ts';
import { type DeviceState, readDevice, subscribeDevice, unsubscribeDevice } from './this-device.ts';

interface DeviceButtonProps {
  /** The name of the channel. */
  readonly name: string;
  readonly deviceKey: string;
  onChange(facts: PreferencesFacts): void;
}

/** Registers this browser, or removes it. */
export function DeviceButton({ name, deviceKey, onChange }: DeviceButtonProps): ReactNode {
  const [state, setState] = useState<DeviceState | null>(null);
  const ask = useAsk();
  useEffect(() => {
    let over = false;
    readDevice().then(
      read => !over && setState(read),
      () => !over && setState('unsupported'),
    );
    return () => {
      over = true;
    };
  }, []);
  const begin = (): void =>
    ask.run(async () => {
      try {
        const device = await subscribeDevice(deviceKey);
        if (device !== null) onChange(await settingApi.addDevice(name, device));
      } catch (problem) {
        await unsubscribeDevice();
        const detail = problemSentence(problem);
        showToast({ kind: 'refused', title: settingsText.deviceNotAdded, detail });
      }
      setState(await readDevice());
    });
  const end = (): void =>
    ask.run(async () => {
      const endpoint = await unsubscribeDevice();
      if (endpoint !== null) onChange(await settingApi.removeDevice(name, endpoint));
      setState(await readDevice());
    });
  if (state === null) return null;
  if (state === 'unsupported') {
    return <p className="settings-none">{settingsText.cannotNotify}</p>;
  }
  if (state === 'refused') {
    return <p className="settings-none">{settingsText.blocked}</p>;
  }
  return state === 'on' ? (
    <Button small busy={ask.busy} onClick={end}>
      {settingsText.notOnDevice}
    </Button>
  ) : (
    <Button small kind="primary" busy={ask.busy} onClick={begin}>
      {settingsText.onDevice}
    </Button>
  );
}
