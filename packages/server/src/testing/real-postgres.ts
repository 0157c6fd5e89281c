/** A database of a real Postgres with nothing in it, for one test file. */
export interface RealPostgres {
  /** A new database; what it holds is gone when the server is closed. */
  createDatabase(): Promise<RealDatabase>;
  close(): Promise<void>;
}

interface RealDatabase {
  /** The connection string of it. */
  readonly url: string;
  query<Row extends object>(text: string): Promise<Row[]>;
}

interface TestServer {
  createDatabase(): Promise<{
    readonly name: string;
    readonly connection: { readonly host?: string; readonly connectionString?: string };
    query<Row extends object>(text: string): Promise<Row[]>;
  }>;
  close(): Promise<void>;
}

/** The one that the tests of the Postgres store start: they know how to run it on every platform. */
const startedBy = '../../../store-postgres/src/testing/test-database.ts';

export async function startPostgres(): Promise<RealPostgres> {
  const { startTestServer } = (await import(new URL(startedBy, import.meta.url).href)) as {
    startTestServer(): Promise<TestServer>;
  };
  const server = await startTestServer();
  return {
    createDatabase: async () => {
      const database = await server.createDatabase();
      const { name, connection } = database;
      const socket = encodeURIComponent(connection.host ?? '');
      return {
        url:
          connection.connectionString ?? `postgres://countersign@localhost/${name}?host=${socket}`,
        query: text => database.query(text),
      };
    },
    close: () => server.close(),
  };
}
