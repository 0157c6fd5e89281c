import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for one DNS name that is its own authority, made on the spot: no key is kept in the repository. */
export function makeCertificate(name: string): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const subject = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))),
  );
  const names = der(0x30, der(0x82, Buffer.from(name)));
  const extensions = der(
    0xa3,
    der(
      0x30,
      der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, names)),
      // basicConstraints, critical: it may sign certificates, namely this one.
      Buffer.from('300f0603551d130101ff040530030101ff', 'hex'),
    ),
  );
  const content = der(
    0x30,
    Buffer.from('a003020102', 'hex'),
    Buffer.from('020101', 'hex'),
    algorithm,
    subject,
    der(0x30, der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21200101000000Z'))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const base64 = der(0x30, content, algorithm, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
