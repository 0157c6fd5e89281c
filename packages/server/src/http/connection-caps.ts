import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, isProxy, type ProxyRules } from './client-address.ts';

interface ConnectionLimits {
  /** The limit of all callers together. */
  readonly most: number;
  /**
   * The limit of one address, or of one IPv6 network of a customer. Proxies speak for many callers and are exempt from
   * it.
   */
  readonly mostPerAddress: number;
  readonly proxies: ProxyRules;
}

interface Connection {
  readonly socket: Socket;
  readonly owner: Owner;
  /** The calls whose headers have come and whose answer has not left. */
  readonly calls: Map<IncomingMessage, ServerResponse>;
}

/** Everything that one address has open; those without a call in the order in which they became so. */
interface Owner {
  readonly name: string;
  readonly isProxy: boolean;
  readonly open: Set<Connection>;
  readonly idle: Set<Connection>;
}

/**
 * Keeps room for new connections (DR-3). At the limit, a new connection is worth more than one without a call, or one
 * whose headers have not all come. The oldest such connection of the address that has the most is closed first. Next
 * come connections that wait for their caller: for the rest of a body, or for an answer to be taken. A call that is
 * being answered is never ended for another one. Where all connections have such a call, the new connection is closed.
 */
export function capConnections(server: Server, limits: ConnectionLimits): void {
  const owners = new Map<string, Owner>();
  const connections = new WeakMap<Socket, Connection>();
  let count = 0;

  const ownerOf = (address: string | undefined): Owner => {
    const name = addressGroup(address ?? '');
    const known = owners.get(name);
    if (known !== undefined) return known;
    const owner: Owner = {
      name,
      isProxy: isProxy(address, limits.proxies),
      open: new Set(),
      idle: new Set(),
    };
    owners.set(name, owner);
    return owner;
  };
  const forget = (connection: Connection): void => {
    const { owner } = connection;
    owner.idle.delete(connection);
    if (!owner.open.delete(connection)) return;
    count--;
    if (owner.open.size === 0) owners.delete(owner.name);
  };
  const close = (connection: Connection): void => {
    forget(connection);
    connection.socket.destroy();
  };
  const makeRoom = (owner: Owner): boolean => {
    if (!owner.isProxy && owner.open.size > limits.mostPerAddress) {
      const spare = spareOf(owner);
      if (spare === null) return false;
      close(spare);
    }
    if (count <= limits.most) return true;
    for (const each of [...owners.values()].sort(byWeight)) {
      const spare = spareOf(each);
      if (spare === null) continue;
      close(spare);
      return true;
    }
    return false;
  };

  server.on('connection', (socket: Socket) => {
    const owner = ownerOf(socket.remoteAddress);
    const connection: Connection = { socket, owner, calls: new Map() };
    connections.set(socket, connection);
    owner.open.add(connection);
    count++;
    socket.once('close', () => forget(connection));
    // Not yet among the idle ones: a new connection is not closed for itself.
    if (makeRoom(owner)) owner.idle.add(connection);
    else close(connection);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    const { owner, calls } = connection;
    calls.set(request, response);
    owner.idle.delete(connection);
    response.once('close', () => {
      calls.delete(request);
      if (calls.size === 0 && owner.open.has(connection)) owner.idle.add(connection);
    });
  });
}

/** Which connection of an address is closed first; null where all of them are being answered. */
function spareOf({ idle, open }: Owner): Connection | null {
  const [oldest] = idle;
  if (oldest !== undefined) return oldest;
  for (const connection of open) {
    const { calls } = connection;
    if (calls.size > 0 && [...calls].every(waitsForCaller)) return connection;
  }
  return null;
}

/** The body has not come, or the whole answer is there and is not taken. */
function waitsForCaller([request, response]: [IncomingMessage, ServerResponse]): boolean {
  return !request.complete || response.writableEnded;
}

/** Proxies last, since they carry many callers; then those with the most. */
function byWeight(a: Owner, b: Owner): number {
  return Number(a.isProxy) - Number(b.isProxy) || b.open.size - a.open.size;
}
