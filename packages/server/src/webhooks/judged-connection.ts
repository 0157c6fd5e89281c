import { isIP, isIPv6, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { type Allowances, judgeAddress, type Target } from './address-rules.ts';
import { Failure, reasonOf } from './dispatch-failure.ts';

/** Every address of a name, as text. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** How a connection is opened; a port, so that a test can play a network that lies. */
export type Connect = (options: TcpNetConnectOpts) => Socket;

export interface ConnectionPorts {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly allowances: Allowances;
  readonly secureContext: SecureContext;
}

/**
 * TR-4: resolves once, judges every address, connects to one of these and to nothing else, and looks once more at
 * who is at the other end before a byte is sent. The name stays in TLS, where the certificate must fit it.
 * The signal closes the connection, also after it was returned. Throws a Failure.
 */
export async function openConnection(
  target: Target,
  ports: ConnectionPorts,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await judgedAddresses(target, ports, signal);
  const socket = ports.connect({
    host: target.host,
    port: target.port,
    lookup: lookupAmong(addresses),
    autoSelectFamily: true,
  });
  await opened(socket, 'connect', signal);
  const remote = judgeAddress(socket.remoteAddress ?? '', ports.allowances, target);
  if (!remote.ok || !addresses.includes(remote.value) || socket.remotePort !== target.port) {
    socket.destroy();
    throw new Failure('refused', 'the connection does not lead to an address that was checked');
  }
  return target.secure ? secured(socket, target, ports.secureContext, signal) : socket;
}

async function judgedAddresses(
  target: Target,
  ports: ConnectionPorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found =
    isIP(target.host) === 0
      ? await Promise.race([resolved(target.host, ports.resolve), aborted(signal)])
      : [target.host];
  const judged: string[] = [];
  for (const address of found) {
    const verdict = judgeAddress(address, ports.allowances, target);
    // One bad answer spoils all: the owner of the name put it among the good ones on purpose.
    if (!verdict.ok) throw new Failure('refused', verdict.refusal.detail);
    judged.push(verdict.value);
  }
  if (judged.length === 0) throw new Failure('unreachable', 'the name has no address');
  return judged;
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return [...(await resolve(host))];
  } catch (error) {
    throw new Failure('unreachable', `the name could not be resolved: ${reasonOf(error)}`);
  }
}

/** Stands in for the resolver, so that the connection cannot ask a second time and be told something else. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function secured(
  socket: Socket,
  target: Target,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const name = isIP(target.host) === 0 ? { servername: target.host } : {};
  const tls = connectTls({
    socket,
    // What the certificate must be for, where there is no name.
    host: target.host,
    ...name,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, because an environment variable can change the default.
    rejectUnauthorized: true,
  });
  await opened(tls, 'secureConnect', signal);
  return tls;
}

/** Waits for a connection to open, and ties it to the signal. */
function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => {
      const step = event === 'connect' ? 'the connection' : 'TLS';
      reject(
        new Failure(
          'unreachable',
          `${step} failed: ${error === undefined ? 'closed' : reasonOf(error)}`,
        ),
      );
    };
    socket.once(event, resolve);
    // Stays permanently: an error without a listener would end the process.
    socket.on('error', fail);
    socket.once('close', () => fail());
    const end = (): void => void socket.destroy();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(new Failure('timeout', 'the time is up'));
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
}
