import type { CodeCall } from './code-call.ts';
import { type CodeValue, HOLE, textOf } from './code-value.ts';

const mostAddresses = 100;
const connecting = /(^|\.)(\w*connect\w*|\w*connection|dial\w*|socket|tcpsocket)$/iu;

/** Notes the addresses that a call is given: `http://…`, a host with a port, or the port alone. */
export function noteAddresses({ path, given }: CodeCall, addresses: string[]): void {
  const isConnection = connecting.test(path);
  const values = [...given.positional, ...given.named.values()];
  const note = (address: string): void => {
    if (addresses.length < mostAddresses) addresses.push(address);
  };
  for (const [at, value] of values.slice(0, 32).entries()) {
    if (value.kind === 'text' && /^(https?|wss?|tcp):\/\//iu.test(value.text)) note(value.text);
    else if (value.kind === 'list') for (const pair of pairsOf(value.items)) note(pair);
    else if (value.kind === 'object') noteMembers(value.members, note);
    else if (value.kind === 'number' && isPort(value.value)) {
      const host = values[at - 1];
      if (host?.kind === 'text') note(`${host.text}:${value.value}`);
      else if (isConnection) note(`localhost:${value.value}`);
    }
  }
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 65_536;
}

/** `('localhost', 7319)`. */
function pairsOf(items: readonly CodeValue[]): readonly string[] {
  const [host, port] = items;
  if (port?.kind !== 'number' || !isPort(port.value)) return [];
  return host?.kind === 'text' ? [`${host.text}:${port.value}`] : [];
}

/** `{ host: 'localhost', port: 7319 }`; without a host it is this machine. */
function noteMembers(
  members: ReadonlyMap<string, CodeValue>,
  note: (address: string) => void,
): void {
  const port = members.get('port');
  if (port === undefined) return;
  const host = members.get('host') ?? members.get('hostname');
  const name = host === undefined ? 'localhost' : textOf(host);
  if (!name.includes(HOLE)) note(`${name}:${textOf(port)}`);
}
