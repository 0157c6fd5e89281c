import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { examinedFolder, findingsOf } from '../../doctor/testing/examined-folder.ts';
import { type LoopbackSmtp, startLoopbackSmtp } from './testing/loopback-smtp.ts';

describe('the doctor', () => {
  let smtp: LoopbackSmtp;
  before(async () => {
    smtp = await startLoopbackSmtp();
  });
  after(() => smtp?.close());

  test('the doctor signs in at the SMTP server, sends nothing, and does not show the password', async context => {
    const folder = examinedFolder(context);
    const look = async (change: object) => {
      const settings = { smtp: { ...smtp.settings, ...change } };
      const examination = await folder.examine({ settings });
      assert.doesNotMatch(JSON.stringify(examination), /wrong-canary/);
      return findingsOf(examination, 'channels')[0];
    };
    assert.equal((await look({}))?.level, 'fine');
    assert.equal((await look({ user: 'gate', password: 'right' }))?.level, 'fine');
    const refused = await look({ user: 'gate', password: 'wrong-canary' });
    assert.match(refused?.found ?? '', /EAUTH/);
    assert.match((await look({ security: 'starttls' }))?.found ?? '', /refuses: E-mail: ETLS/);
    assert.equal((await look({ port: 1 }))?.level, 'wrong');
    assert.deepEqual(smtp.mails, []);
  });

  test('the doctor sends one test mail to the address that the operator names, and to no other', async context => {
    const folder = examinedFolder(context);
    const send = async (to: string) => {
      const examination = await folder.examine(
        { settings: { smtp: smtp.settings } },
        undefined,
        to,
      );
      return findingsOf(examination, 'channels').at(-1);
    };
    assert.match((await send('smtp:ops@example.com'))?.found ?? '', /took the test mail/);
    assert.deepEqual(
      smtp.mails.map(({ envelopeTo, subject }) => [envelopeTo, subject]),
      [[['ops@example.com'], 'Test message']],
    );
    for (const wrong of [
      'smtp',
      'smtp:a@example.com,b@example.com',
      'smtp:a@example.com\r\nBcc: b@example.com',
      'telex:1',
    ]) {
      assert.equal((await send(wrong))?.level, 'wrong', wrong);
    }
    assert.equal(smtp.mails.length, 1);
  });
});
