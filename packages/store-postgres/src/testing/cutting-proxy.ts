import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { PostgresServer } from './postgres-server.ts';

/** Stands between a store and its server, and can do to the connections what networks do. */
interface CuttingProxy {
  connection(database: string): ClientConfig;
  /** Ends every connection in the middle of whatever it carries. */
  cut(): void;
  /** Leads to another server from now on; what is open is cut. */
  redirect(server: PostgresServer): void;
  /** Carries nothing any more, and says nothing about it. */
  swallow(swallowing: boolean): void;
  close(): Promise<void>;
}

export async function startProxy(server: PostgresServer): Promise<CuttingProxy> {
  let target = socketOf(server, 5432);
  const path = socketOf(server, 5433);
  const sockets = new Set<Socket>();
  let swallowing = false;

  const carry = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', bytes => {
      if (!swallowing) to.write(bytes);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const proxy = createServer(incoming => {
    const outgoing = openSocket(target);
    carry(incoming, outgoing);
    carry(outgoing, incoming);
  });
  proxy.listen(path);
  await once(proxy, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    connection: database => ({ ...server.connection(database), port: 5433 }),
    cut,
    redirect(other) {
      target = socketOf(other, 5432);
      cut();
    },
    swallow(now) {
      swallowing = now;
    },
    async close() {
      cut();
      proxy.close();
      await once(proxy, 'close');
      rmSync(path, { force: true });
    },
  };
}

function socketOf({ folder }: PostgresServer, port: number): string {
  if (folder === null) throw new Error('expected a server with a socket of its own');
  return join(folder, `.s.PGSQL.${port}`);
}
