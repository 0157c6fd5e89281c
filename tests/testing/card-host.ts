import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConfirmationCardProps } from '@countersign/inbox/confirmation';
import { buildPage } from '../../examples/confirmation-chat/page-files.ts';

export type ShownCard = Omit<ConfirmationCardProps, 'onAnswer'>;

/** Careless styles that a page may have for all its elements, and some worse ones. */
const rude = `
  * { letter-spacing: 2px; text-transform: uppercase; text-align: right; }
  *::before { content: "x"; }
  html { font-size: 40px; overflow: hidden; }
  body { line-height: 3; color: lime; direction: rtl; }
  p, dl, dt, dd, b, small, section { margin: 31px; padding: 13px; font: italic 30px serif; color: red; }
  #host button, #host section, #host .btn { background: yellow; border: 9px solid red; font-size: 33px; float: left; }
  #host div, #host dl { display: inline; width: 50px; }
  svg, #host svg { width: 99px; height: 99px; fill: red; }
  .icon, .risk, .hold, .written, .tag { display: none; }
  :root { --text: red; --surface: lime; --accent: red; --sans: fantasy; }
`;

export interface CardHost {
  readonly origin: string;
  /** What the page shows when it is loaded next, and whether the page has careless styles. */
  show(card: ShownCard, options?: { readonly rude?: boolean }): void;
  close(): Promise<void>;
}

/** Serves the page under a policy that allows nothing inline and nothing from elsewhere. */
export async function startCardHost(): Promise<CardHost> {
  const files = new Map(await buildPage(join(import.meta.dirname, 'card-page.ts')));
  const styles = Buffer.from(files.get('/page.css')?.bytes ?? '').toString();
  let card: ShownCard | null = null;
  let isRude = false;
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
  const server = createServer((incoming, response) => {
    const { url = '/' } = incoming;
    response.setHeader(
      'content-security-policy',
      `${policy}; base-uri 'none'; require-trusted-types-for 'script'`,
    );
    const file = files.get(url);
    if (url === '/card') response.setHeader('content-type', 'application/json');
    else if (file === undefined) response.statusCode = 404;
    else response.setHeader('content-type', file.type);
    // Careless styles come after those of the component, which is the harder order.
    if (url === '/page.css') response.end(isRude ? styles + rude : styles);
    else response.end(url === '/card' ? JSON.stringify(card) : file?.bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (shown, options) => {
      card = shown;
      isRude = options?.rude ?? false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
