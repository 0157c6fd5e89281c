import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAddress } from './address.ts';
import { MailSettings } from './settings.ts';

describe('a mail address', () => {
  for (const good of ['mara@example.com', 'm.l+gate@sub.example.co.uk', "o'neil@localhost"]) {
    test(`${good} is accepted as it is`, () =>
      assert.deepEqual(readAddress(good), { ok: true, value: good }));
  }
  for (const [what, bad] of [
    ['a line end and a header', 'mara@example.com\r\nBcc: all@example.com'],
    ['a line feed', 'mara@example.com\nBcc: all@example.com'],
    ['a header before the address', 'x\r\nSubject: y@example.com'],
    ['a second address', 'mara@example.com,tom@example.com'],
    ['a name', 'Mara <mara@example.com>'],
    ['a quoted part', '"a b"@example.com'],
    ['a comment', 'mara(x)@example.com'],
    ['a route', '@relay.example:mara@example.com'],
    ['a command of SMTP', 'mara@example.com> NOTIFY=NEVER'],
    ['a space', 'mara @example.com'],
    ['a character that looks like another one', 'mаra@example.com'],
    ['no host', 'mara@'],
    ['no name', '@example.com'],
    ['nothing', ''],
    ['a NUL', 'mara\0@example.com'],
    ['a literal address', 'mara@[127.0.0.1]'],
    ['a name of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['ten thousand characters', `a@${'b.'.repeat(5000)}c`],
  ] as const) {
    test(`an address with ${what} is refused`, () => assert.equal(readAddress(bad).ok, false));
  }
});

describe('the settings of mail', () => {
  const settings = { host: 'mail.example.com', from: 'gate@example.com' };

  test('a connection to another machine is encrypted', () => {
    assert.equal(MailSettings.parse(settings).security, 'starttls');
    const plain = MailSettings.safeParse({ ...settings, security: 'none' });
    assert.match(JSON.stringify(plain.error?.issues), /another machine/);
    assert.ok(MailSettings.safeParse({ ...settings, host: 'localhost', security: 'none' }).success);
  });

  test('a sender with a header in it and a user without a password are refused', () => {
    const from = 'gate@example.com\r\nBcc: all@example.com';
    assert.equal(MailSettings.safeParse({ ...settings, from }).success, false);
    assert.equal(MailSettings.safeParse({ ...settings, user: 'gate' }).success, false);
  });
});
