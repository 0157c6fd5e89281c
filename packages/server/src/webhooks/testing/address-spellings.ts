/** Addresses that nothing may be sent to, one or more of each range. */
export const blockedV4: readonly string[] = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

export const blockedV6: readonly string[] = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'e000::1',
  '64:ff9b:1::808:808',
  '2620:4f:8000::1',
];

/** Every way to write an IPv4 address in the host of a URL that some parser is known to read. */
export function spellingsOfV4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const hex = (value: number, width = 0): string => value.toString(16).padStart(width, '0');
  const octal = (value: number): string => `0${value.toString(8)}`;
  const high = hex(a * 256 + b, 4);
  const low = hex(c * 256 + d, 4);
  const inverted = [c ^ 255, d ^ 255].map(value => hex(value, 2));
  const [notA, notB] = [hex(a ^ 255, 2), hex(b ^ 255, 2)];
  return [
    address,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    octal(whole),
    `000${octal(whole)}`,
    [a, b, c, d].map(value => `0x${hex(value)}`).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(value => `0000${octal(value)}`).join('.'),
    `${octal(a)}.${b}.0x${hex(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `0x${hex(a)}.${b * 65_536 + c * 256 + d}`,
    `${address}.`,
    address.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    address.replace(/\d/g, digit => String.fromCodePoint(0x1d7d8 + Number(digit))),
    address.replace(/[1-9]/g, digit => String.fromCodePoint(0x2460 + Number(digit) - 1)),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    address.replace(/./g, letter => `%${hex(letter.charCodeAt(0), 2)}`),
    address.replaceAll('.', '%2e'),
    `${address.slice(0, 1)}\t${address.slice(1)}`,
    `${address.slice(0, 1)}\u00ad${address.slice(1)}`,
    `${address.slice(0, 1)}\u200b${address.slice(1)}`,
    `hooks.example.com@${address}`,
    `hooks.example.com:443@${address}`,
    `@${address}`,
    `hooks.example.com\\@${address}`,
    `${address}#@hooks.example.com`,
    `${address}\\@hooks.example.com`,
    `/${address}`,
    `\\${address}`,
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[::FFFF:${high.toUpperCase()}:${low.toUpperCase()}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[0000:0000:0000:0000:0000:ffff:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[::${address}]`,
    `[::ffff:0:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::f7f7:f7f7]`,
    `[2001:0:808:808::${notA}${notB}:${inverted.join('')}]`,
    `[2606:4700::5efe:${high}:${low}]`,
    `[2606:4700::200:5efe:${high}:${low}]`,
    `[::ffff:${high}:${low}%25eth0]`,
  ];
}

/** The same for IPv6, in brackets and, where a parser may forgive that, without. */
export function spellingsOfV6(address: string): readonly string[] {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const full = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return [
    `[${address}]`,
    `[${address.toUpperCase()}]`,
    `[${full.join(':')}]`,
    `[${full.map(group => group.padStart(4, '0')).join(':')}]`,
    `[${address}%25lo]`,
    `[${address}%lo]`,
    `[${address}].`,
    `[${address}`,
    address,
    `hooks.example.com@[${address}]`,
  ];
}
