// Goal: a value that stands out is marked whatever its name and place. Method: variants of the planted defects that were written
// before their rules, each with the value on which a mark has to stand, and twins of them on which none may stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedTexts } from '../testing/marked-texts.ts';

type Parameters = Record<string, unknown>;

const to = Array.from({ length: 12 }, (_, index) => `person${index}@acme.example`);
/** Tool, parameters, what is marked, and what the same agent asked before. */
const values: readonly (readonly [string, Parameters, string, Parameters?])[] = [
  [
    'supplier.update',
    { supplier: 'Nordvik', bank: { account_number: '87654321', sort_code: '20-00-00' } },
    '87654321',
    { supplier: 'Nordvik', bank: { account_number: '12345678', sort_code: '20-00-00' } },
  ],
  [
    'payments.wire',
    { amount: '10.00', currency: 'USD', beneficiary: 'Orin', swift: 'HSBCHKHH', account: '991' },
    'HSBCHKHH',
    { amount: '10.00', currency: 'USD', beneficiary: 'Orin', swift: 'BOFAUS3N', account: '991' },
  ],
  [
    'crypto.send',
    { asset: 'ETH', amount: '1.2', address: '0x52908400098527886E0F7030069857D2E4169EE8' },
    '0x52908400098527886E0F7030069857D2E4169EE8',
    { asset: 'ETH', amount: '1.2', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
  ],
  [
    'payments.send',
    { amount: '10.00', currency: 'EUR', recipient: 'Nordvik Holding' },
    'Nordvik Holding',
    { amount: '10.00', currency: 'EUR', recipient: 'Nordvik AB' },
  ],
  [
    'refunds.issue',
    {
      refunds: [
        { order: 0, total: 20 },
        { order: 1, total: 21 },
        { order: 2, total: 22 },
        { order: 3, total: 23 },
        { order: 4, total: -22 },
        { order: 5, total: 25 },
        { order: 6, total: 26 },
        { order: 7, total: 27 },
        { order: 8, total: 28 },
        { order: 9, total: 29 },
        { order: 10, total: 30 },
        { order: 11, total: 31 },
      ],
    },
    '-22',
  ],
  [
    'waf.update',
    { name: 'paths', pattern: '^/api/.*$' },
    '^/api/.*$',
    { name: 'paths', pattern: '^/api/v1/[a-z]+$' },
  ],
  ['config.set', { key: 'token_ttl', value: 864000 }, '864000', { key: 'token_ttl', value: 900 }],
  ['http.request', { url: 'https://api.example', verify_tls: false }, 'false'],
  [
    'mail.send',
    { to: ['person0@acme.example'], subject: 'x', body: 'The key is AKIAIOSFODNN7EXAMPLE' },
    'AKIA',
  ],
  ['git.push', { remote: 'origin', branch: 'main', force: true }, 'true'],
  ['fs.chmod', { path: 'a', mode: 511 }, '511'],
  ['fs.chmod', { path: 'a', permissions: '0o777' }, '0o777'],
  ['fs.chmod', { path: 'a', mode: 'rwxrwxrwx' }, 'rwxrwxrwx'],
  ['fs.chmod', { path: 'a', mode: 438 }, '438'],
  ['fs.write', { path: 'run.sh', content: 'x', mode: 777 }, '777'],
  ['fs.chmod', { path: 'a', acl: 'public-read-write' }, 'public-read-write'],
  ['mysql.query', { query: 'DELETE FROM `orders` LIMIT 100000' }, 'DELETE FROM'],
  [
    'iam.update_policy',
    { role: 'ci', policy: { Effect: 'Allow', Action: '*', Resource: '*' } },
    '*',
  ],
  ['s3.put_acl', { bucket: 'b', acl: 'public-read' }, 'public-read'],
  [
    'github.add_collaborator',
    { repository: 'acme/web', username: 'mallory', permission: 'admin' },
    'admin',
  ],
  ['drive.share', { file: 'budget', type: 'anyone', role: 'writer' }, 'anyone'],
  [
    'mail.send',
    {
      to: ['ana@acme.example', 'bob@acme.example', 'kim@partner.example', 'cfo@acme-example.com'],
      subject: 'x',
      body: 'y',
    },
    'cfo@acme-example.com',
  ],
  [
    'mail.send',
    { to: ['ana@acme.example', 'cfo@acrne.example'], subject: 'x', body: 'y' },
    'cfo@acrne.example',
  ],
  [
    'mail.send',
    { to: ['ana@paypal.example', 'bob@paypa1.example'], subject: 'x', body: 'y' },
    'bob@paypa1.example',
  ],
  ['mail.send', { to: [...to, 'kim@acme.exarnple'], subject: 'x', body: 'y' }, 'kim@acme.exarnple'],
  ['calendar.invite', { attendees: [...to, 'kim@acmee.example'], title: 'x' }, 'kim@acmee.example'],
  [
    'mail.send',
    { from: 'ceo@acme.example', to: ['kim@acmé.example'], subject: 'x', body: 'y' },
    'acm',
  ],
  [
    'mail.send',
    { to: to, subject: 'x', body: 'y', headers: { Bcc: 'archive@relay.example' } },
    'archive@relay.example',
  ],
  [
    'mail.send',
    { to: to, subject: 'x', body: 'y', headers: [{ name: 'Bcc', value: 'archive@relay.example' }] },
    'archive@relay.example',
  ],
  [
    'mail.send_raw',
    {
      raw: 'From: a@acme.example\r\nTo: b@acme.example\r\nBcc: archive@relay.example\r\nSubject: x\r\n\r\nHi',
    },
    'archive@relay.example',
  ],
  [
    'mail.send',
    { to: to, subject: 'Minutes\r\nBcc: archive@relay.example', body: 'y' },
    'archive@relay.example',
  ],
  [
    'mail.send',
    {
      message: {
        toRecipients: [{ emailAddress: { address: 'a@acme.example' } }],
        bccRecipients: [{ emailAddress: { address: 'archive@relay.example' } }],
        subject: 's',
      },
    },
    'archive@relay.example',
  ],
  [
    'mail.send',
    { to: to, reply_to: 'ceo@evil.example', subject: 'x', body: 'y' },
    'ceo@evil.example',
  ],
  [
    'mail.forward_rule',
    { mailbox: 'cfo@acme.example', forward_to: 'x@relay.example' },
    'x@relay.example',
  ],
  ['slack.post', { channel: '#general', text: 'x' }, '#general', { channel: '#team', text: 'x' }],
  [
    'mail.send',
    { to: `${to.join(', ')}, z@acme.example`, subject: 'x', body: 'y' },
    'z@acme.example',
    { to: to.join(', '), subject: 'x', body: 'y' },
  ],
  [
    'mail.send',
    { to: to, cc: ['a@acme.example', 'q@rival.example'], subject: 'x', body: 'y' },
    'q@rival.example',
    { to: to, cc: ['a@acme.example'], subject: 'x', body: 'y' },
  ],
  [
    'payments.wire',
    { amount_minor: 4200000, currency: 'USD', to: 'N' },
    '4200000',
    { amount_minor: 420000, currency: 'USD', to: 'N' },
  ],
  [
    'payments.wire',
    { amount: '4200.00', currency: 'USD', to: 'N' },
    'USD',
    { amount: '4200.00', currency: 'SEK', to: 'N' },
  ],
  [
    'ads.budget',
    { campaign: 'x', daily_budget: 5000 },
    '5000',
    { campaign: 'x', daily_budget: 50 },
  ],
  ['orders.refund', { order: 'A', percent: 100 }, '100', { order: 'A', percent: 10 }],
  ['database.restore', { snapshot: 's', dry_run: false, confirm: true, backup: false }, 'false'],
  ['deploy.run', { service: 'web', force: true }, 'true'],
  ['deploy.run', { service: 'web', options: { skipTests: true } }, 'true'],
  ['bucket.delete', { bucket: 'b', recursive: true, versions: 'all' }, 'true'],
  ['user.update', { user: 'x', mfa_enabled: false }, 'false'],
  ['cluster.update', { name: 'c', deletion_protection: false }, 'false'],
  ['audit.configure', { name: 'c', audit_log: 'off' }, 'off'],
  ['bucket.update', { name: 'c', public: true }, 'true'],
  [
    'http.request',
    { method: 'GET', url: 'http://169.254.169.254/latest/meta-data/' },
    '169.254.169.254',
  ],
  ['http.request', { method: 'POST', url: 'http://0x7f000001/x' }, '0x7f000001'],
  ['http.request', { url: 'https://acme.example\\@evil.example/x' }, 'evil.example'],
  ['http.request', { url: 'https://xn--cme-8cd.example/x' }, 'xn--'],
  ['http.request', { url: 'https://acme.example/login?next=https://evil.example' }, 'evil.example'],
  ['firewall.update', { rule: 'db-in', port: 22, sources: ['10.0.0.0/8', '::/0'] }, '::/0'],
  [
    'firewall.update',
    { ingress: [{ from_port: 0, to_port: 65535, cidr_blocks: ['0.0.0.0/0'] }] },
    '0.0.0.0/0',
  ],
  [
    'firewall.update',
    { rule: 'r', source: '10.0.0.0/8' },
    '10.0.0.0/8',
    { rule: 'r', source: '10.1.2.0/24' },
  ],
  ['server.start', { port: 5432, bind: '0.0.0.0' }, '0.0.0.0'],
  ['firewall.update', { rule: 'r', source: 'any', action: 'allow' }, 'any'],
  [
    'payouts.run',
    {
      payouts: [
        { n: 0, amount: '50.00 EUR' },
        { n: 1, amount: '51.00 EUR' },
        { n: 2, amount: '52.00 EUR' },
        { n: 3, amount: '53.00 EUR' },
        { n: 4, amount: '54.00 EUR' },
        { n: 5, amount: '55.00 EUR' },
        { n: 6, amount: '56.00 EUR' },
        { n: 7, amount: '57.00 EUR' },
        { n: 8, amount: '58.00 EUR' },
        { n: 9, amount: '59.00 GBP' },
        { n: 10, amount: '60.00 EUR' },
        { n: 11, amount: '61.00 EUR' },
        { n: 12, amount: '62.00 EUR' },
        { n: 13, amount: '63.00 EUR' },
        { n: 14, amount: '64.00 EUR' },
        { n: 15, amount: '65.00 EUR' },
        { n: 16, amount: '66.00 EUR' },
        { n: 17, amount: '67.00 EUR' },
        { n: 18, amount: '68.00 EUR' },
        { n: 19, amount: '69.00 EUR' },
      ],
    },
    'GBP',
  ],
  ['inventory.order', { sku: 'p', qty: 3, uom: 'PAL' }, 'PAL', { sku: 'p', qty: 3, uom: 'EA' }],
  ['pump.dose', { drug: 'x', dose: '5 g' }, '5 g', { drug: 'x', dose: '5 mg' }],
  [
    'sms.send',
    { sender_id: 'BANK', to: '+491', text: 'x' },
    'BANK',
    { sender_id: 'ACME', to: '+491', text: 'x' },
  ],
  [
    'mail.send',
    { from: 'ceo@acrne.example', to: to, subject: 'x', body: 'y' },
    'ceo@acrne.example',
  ],
  ['mail.send', { to: ['anа@acme.example'], subject: 'x', body: 'y' }, 'acme.example'],
  ['files.archive', { glob: '**' }, '**', { glob: 'logs/*.log' }],
  [
    'records.delete',
    { filter: 'status:closed' },
    'status:closed',
    { filter: 'status:closed AND age>365' },
  ],
  ['records.delete', { ids: '*' }, '*', { ids: [1, 2, 3] }],
  [
    'calendar.create_event',
    { title: 'R', start: { dateTime: '2026-12-01T09:00:00', timeZone: 'Asia/Tokyo' } },
    'Asia/Tokyo',
    { title: 'R', start: { dateTime: '2026-12-01T09:00:00', timeZone: 'Europe/Berlin' } },
  ],
  [
    'jobs.schedule',
    { job: 'purge', cron: '* * * * *' },
    '* * * * *',
    { job: 'purge', cron: '0 3 * * 0' },
  ],
  [
    'github.update_branch_protection',
    { branch: 'main', required_reviews: 0, enforce_admins: false },
    'false',
  ],
  ['github.update_repository', { repository: 'acme/x', visibility: 'public' }, 'public'],
];
const twins: readonly (readonly [string, Parameters, Parameters?])[] = [
  ['http.request', { method: 'GET', url: 'https://api.example/', verify_tls: true }],
  ['fs.delete', { paths: ['build/a', 'build/b'] }],
  ['git.push', { remote: 'origin', branch: 'main', force: false }],
  ['fs.chmod', { path: 'a', mode: 420 }],
  ['fs.chmod', { path: 'a', mode: '0o755' }],
  ['fs.open', { path: 'a', mode: 'r' }],
  ['video.set_mode', { mode: 511 }],
  ['mongo.find', { collection: 'users', filter: {} }],
  ['github.add_collaborator', { repository: 'acme/web', username: 'kim', permission: 'pull' }],
  ['mail.send', { to: ['ana@acme.example', 'kim@partner.example'], subject: 'x', body: 'y' }],
  ['mail.send', { to: ['ana@acme.example', 'kim@sales.acme.example'], subject: 'x', body: 'y' }],
  ['mail.send', { to: ['ana@gmail.com', 'kim@mail.com'], subject: 'x', body: 'y' }],
  ['mail.send', { to: ['ana@acme.example', 'kim@acne.example.org'], subject: 'x', body: 'y' }],
  ['mail.send', { to: to, subject: 'About Bcc: how it works', body: 'Bcc: is a header.' }],
  ['mail.send', { to: to, subject: 'x', body: 'y', headers: { 'X-Mailer': 'a' } }],
  [
    'mail.send',
    { to: to.toReversed(), subject: 'z', body: 'y' },
    { to: to, subject: 'x', body: 'y' },
  ],
  [
    'payments.wire',
    { amount: '4300.00', currency: 'USD', to: 'N' },
    { amount: '4200.00', currency: 'USD', to: 'N' },
  ],
  ['deploy.run', { service: 'web', force: false, dry_run: true }],
  ['user.update', { user: 'x', mfa_enabled: true }],
  ['cluster.update', { name: 'c', deletion_protection: true }],
  ['post.create', { name: 'c', published: false, draft: true }],
  ['fs.list', { path: 'src', recursive: true }],
  ['http.request', { method: 'GET', url: 'https://api.acme.example/v1/users?id=4' }],
  ['firewall.update', { rule: 'r', port: 443, cidr: '10.0.0.0/24' }],
  ['server.start', { port: 5432, bind: '127.0.0.1' }],
  [
    'payouts.run',
    {
      payouts: [
        { n: 0, amount: '50.00 EUR' },
        { n: 1, amount: '51.00 EUR' },
        { n: 2, amount: '52.00 EUR' },
        { n: 3, amount: '53.00 EUR' },
        { n: 4, amount: '54.00 EUR' },
        { n: 5, amount: '55.00 EUR' },
        { n: 6, amount: '56.00 EUR' },
        { n: 7, amount: '57.00 EUR' },
        { n: 8, amount: '58.00 EUR' },
        { n: 9, amount: '59.00 EUR' },
        { n: 10, amount: '60.00 EUR' },
        { n: 11, amount: '61.00 EUR' },
        { n: 12, amount: '62.00 EUR' },
        { n: 13, amount: '63.00 EUR' },
        { n: 14, amount: '64.00 EUR' },
        { n: 15, amount: '65.00 EUR' },
        { n: 16, amount: '66.00 EUR' },
        { n: 17, amount: '67.00 EUR' },
        { n: 18, amount: '68.00 EUR' },
        { n: 19, amount: '69.00 EUR' },
      ],
    },
  ],
  ['files.archive', { glob: 'logs/a*.log' }, { glob: 'logs/*.log' }],
  ['github.update_repository', { repository: 'acme/x', description: 'public tools' }],
  ['mail.send', { to: to, subject: 'Grüße aus Köln', body: 'Привет' }],
  ['slack.post', { channel: '#team', text: 'Please never run `rm -rf ~/data`.' }],
];

test('variants of values are marked', () => {
  const found = values.flatMap(([tool, parameters, marked, before]) => {
    const texts = markedTexts(tool, parameters, before);
    return texts.some(text => text.includes(marked)) ? [] : [[tool, marked, texts]];
  });
  assert.deepEqual(found, []);
});
test('harmless twins of values are not marked', () => {
  const found = twins.flatMap(([tool, parameters, before]) => {
    const texts = markedTexts(tool, parameters, before);
    return texts.length === 0 ? [] : [[tool, texts]];
  });
  assert.deepEqual(found, []);
});
