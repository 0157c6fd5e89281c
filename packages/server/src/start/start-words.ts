const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** Whether only this machine reaches an address of this name. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/** What the operator must know about where a server listens, and where people reach it. */
export function addressWarnings(origin: string, host: string, port: number): string[] {
  const { hostname, protocol } = new URL(origin);
  const warnings: string[] = [];
  const isOpen = !loopback.test(host);
  if (isOpen && protocol === 'http:') {
    warnings.push(
      `WARNING: it listens on ${host}:${port} WITHOUT TLS. Whoever is on the network can read keys and sessions.`,
      'Listen on 127.0.0.1, or put a proxy that speaks TLS before it and give its address: --origin https://…',
    );
  }
  if (isOpen && protocol === 'https:') {
    warnings.push(
      `WARNING: it listens on ${host}:${port} without TLS itself. Let only the proxy at ${origin} reach that port.`,
    );
  }
  if (protocol === 'http:' && !loopback.test(hostname)) {
    warnings.push(
      `WARNING: at ${origin} nobody can sign in: browsers offer passkeys only over https, or on localhost.`,
    );
  }
  if (/^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/.test(hostname)) {
    warnings.push(
      `WARNING: ${origin} is an address without a name, for which browsers make no passkeys. Use http://localhost:${port}, or a name.`,
    );
  }
  return warnings;
}

/** Why nothing is released, and the ways out, each with the case in which it is the right one. */
export function heldBackWords(heldBack: string, anchor: string): string[] {
  const [code = ''] = heldBack.split(':', 1);
  const found = heldBack.slice(code.length + 2);
  const first = `WARNING: it releases nothing. ${heldBack}`;
  const last = 'docs/operating/outside.md says more.';
  switch (code) {
    case 'store_rolled_back':
      return [
        first,
        'A copy of the data was put back, or a disk lost what it had confirmed. Approvals that look unused may have been used.',
        '  The newest data still exists: stop this server, put that in its place, and start again.',
        '  It does not: stop this server, and give the same command with new-epoch --reason "<why>" in place of serve.',
        '    That voids every approval that is still open; whoever needs one asks again.',
        `  Leave the anchor as it is: ${anchor}`,
        last,
      ];
    case 'anchor_mismatch':
      return [
        `WARNING: it releases nothing. The anchor ${anchor} is that of another store: ${found}.`,
        '  You removed the data on purpose, to begin anew: stop this server, remove the anchor, and start again.',
        '  You did not: these are not the data that were here. Put those in place, and start again.',
        '  This server never had that anchor: give it one of its own (anchor, in the configuration).',
        last,
      ];
    default:
      return [
        first,
        `  Make the place of the anchor readable and writable again: ${anchor}`,
        '  If it is lost for good: stop this server, put aside what is left of it, and give the same command with',
        '    new-epoch --reason "<why>" in place of serve. That voids every approval that is still open.',
        last,
      ];
  }
}

/** Said where there are approvals to lose, and nothing outside that knew of them. */
export function anchorBegunWords(anchor: string, consumed: number): string[] {
  const uses = consumed === 1 ? 'one approval was used up' : `${consumed} approvals were used up`;
  return [
    `WARNING: there was no anchor at ${anchor}, although ${uses} in this store. One was begun.`,
    '  This machine is new to this store, or the anchor was moved on purpose: nothing is to be done.',
    '  The anchor was lost, or the data were put back: stop this server, and give the same command with',
    '    new-epoch --reason "<why>" in place of serve.',
  ];
}

interface Fault extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly address?: string;
}

/** These say themselves what was expected, what was found and what to do. */
const explaining = new Set([
  'AnchorUnavailable',
  'ConfigRefused',
  'ProtocolError',
  'SignerUnavailable',
  'SignerUnusable',
  'StartRefused',
  'StoreUnavailable',
  'StoreUnusable',
]);

/** What to tell people of a fault that people make; null where it is one of ours. */
export function explained(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (explaining.has(error.name)) return error.message;
  const fault: Fault = error;
  return fault.syscall === 'listen' || fault.syscall === 'getaddrinfo'
    ? explainedAddress(fault)
    : explainedPath(fault);
}

function explainedAddress({ code, address, port }: Fault): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: another program, or this server already, listens there. Stop it, or choose another with --port.`;
    case 'EACCES':
      return `Port ${port} is reserved: this user may not listen there. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine. Choose one that is with --host; 127.0.0.1 always is.`;
    default:
      return `It cannot listen on this host (${code}). Choose an address of this machine with --host.`;
  }
}

function explainedPath({ code, path }: Fault): string | null {
  const place = path ?? 'A file';
  switch (code) {
    case 'ENOENT':
      return `${place} does not exist.`;
    case 'EISDIR':
      return `${place} is a folder; expected a file.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} cannot be made: expected folders on the way there, found a file. Choose another place.`;
    case 'EACCES':
    case 'EPERM':
      return `${place} may not be read or written by this user. Change its owner, or choose another place.`;
    case 'EROFS':
      return `${place} is on a file system that cannot be written to. Choose another place.`;
    case 'ENOSPC':
      return `${place} could not be written: the disk is full.`;
    default:
      return null;
  }
}
