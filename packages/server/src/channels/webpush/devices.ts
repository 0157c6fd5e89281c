import { loadDirectory } from '@countersign/coordinator';
import { accept, type Result } from '@countersign/protocol/reason';
import type { NewDevice } from '@countersign/wire/preferences';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { judgeUrl, parseAllowances } from '../../webhooks/address-rules.ts';
import { changeKept, readKept } from '../preferences.ts';
import { judgeKeys } from './encrypt-payload.ts';

/** A browser that a person wants to be told in. */
const Device = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  label: z.string(),
});
export type Device = z.infer<typeof Device>;

const name = 'webpush';
const devicesMax = 10;

export async function devicesOf(app: App, personId: string): Promise<Device[]> {
  return readDevices((await readKept(app.context, [personId], name))(personId));
}

function readDevices(kept: unknown): Device[] {
  const read = z.array(Device).safeParse(kept);
  return read.success ? read.data : [];
}

/**
 * Adds a browser of a person. The address must be one that the server may send to (TR-4). A browser tells one person:
 * where another person used it before, it no longer tells that person. Only the browser itself has the keys that were
 * registered, so no one takes a browser from its person with the address alone. Where a person has too many browsers,
 * the oldest is left out.
 */
export async function addDevice(
  app: App,
  personId: string,
  device: NewDevice,
): Promise<Result<null>> {
  const { endpoint, keys, label } = device;
  const judged = judgeUrl(endpoint, parseAllowances(app.settings.allow_addresses));
  if (!judged.ok) return judged;
  const usable = judgeKeys(keys);
  if (!usable.ok) return usable;
  const added = { endpoint, ...keys, label };
  await removeFromOthers(app, personId, added);
  return changeDevices(app, personId, devices =>
    [...devices.filter(each => each.endpoint !== endpoint), added].slice(-devicesMax),
  );
}

export function removeDevice(app: App, personId: string, endpoint: string): Promise<Result<null>> {
  return changeDevices(app, personId, devices =>
    devices.filter(each => each.endpoint !== endpoint),
  );
}

async function removeFromOthers(app: App, personId: string, added: Device): Promise<void> {
  const { state } = await loadDirectory(app.context);
  const others = [...state.people].map(([id]) => id).filter(id => id !== personId);
  const kept = await readKept(app.context, others, name);
  for (const other of others) {
    const has = readDevices(kept(other)).some(each => isSameBrowser(each, added));
    if (has) await removeDevice(app, other, added.endpoint);
  }
}

function isSameBrowser(one: Device, other: Device): boolean {
  return one.endpoint === other.endpoint && one.p256dh === other.p256dh && one.auth === other.auth;
}

async function changeDevices(
  app: App,
  personId: string,
  change: (devices: Device[]) => Device[],
): Promise<Result<null>> {
  const changed = await changeKept(app.context, personId, name, kept => change(readDevices(kept)));
  return changed.ok ? accept(null) : changed;
}
