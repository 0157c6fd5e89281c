import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail extends Email {
  readonly envelopeTo: readonly string[];
  readonly raw: string;
}

export type LoopbackSmtp = Awaited<ReturnType<typeof startLoopbackSmtp>>;

/** A real SMTP server on loopback that keeps what it is sent, parsed by another library than the one that wrote it. */
export async function startLoopbackSmtp() {
  const mails: ReceivedMail[] = [];
  /** How the server answers recipients: an SMTP status, or null to accept. */
  const refusing = { status: null as number | null };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'gate' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('refused')),
    onRcptTo: (_, __, done) => {
      if (refusing.status === null) return done();
      done(Object.assign(new Error('refused'), { responseCode: refusing.status }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const mail = await PostalMime.parse(raw);
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...mail, envelopeTo, raw: raw.toString('utf8') });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  return {
    port,
    mails,
    refusing,
    settings: { host: '127.0.0.1', port, security: 'none', from: 'gate@example.com' },
    close: () => new Promise<void>(done => server.close(() => done())),
  };
}
