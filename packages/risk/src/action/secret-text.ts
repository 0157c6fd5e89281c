/** How well-known credentials begin. Placeholders and test keys are not among them. */
const beginnings: readonly string[] = [
  'sk_live_',
  'rk_live_',
  'ghp_',
  'gho_',
  'ghs_',
  'github_pat_',
  'glpat-',
  'xoxb-',
  'xoxp-',
  'xapp-',
  'AKIA',
  'ASIA',
  'AIza',
  'ya29.',
  'SG.',
  'npm_',
  'pypi-',
  'dop_v1_',
  'shpat_',
  'sk-ant-',
  'sk-proj-',
  'hvs.',
  'AGE-SECRET-KEY-',
  'eyJhbGciOi',
  'PRIVATE KEY-----',
  'aws_secret_access_key',
  'whsec_',
  'EAACEdEose0cBA',
];

/** True if the text carries something that is shaped like a live credential. Looks at the first 64 Ki characters. */
export function carriesSecret(text: string): boolean {
  if (text.length < 12) return false;
  const looked = text.length > 65_536 ? text.slice(0, 65_536) : text;
  for (const beginning of beginnings) {
    const at = looked.indexOf(beginning);
    if (at < 0) continue;
    const rest = looked.slice(at + beginning.length, at + beginning.length + 16);
    if (beginning.includes(' ') || beginning.startsWith('aws_')) return true;
    if (
      /^[A-Za-z0-9_.-]{8}/u.test(rest) &&
      (at === 0 || !/[A-Za-z0-9]/u.test(looked[at - 1] ?? ''))
    )
      return true;
  }
  return (
    /postgres(ql)?:\/\/[^\s:@/]{1,64}:[^\s@/]{3,64}@/u.test(looked.slice(0, 4096)) ||
    /(^|[\s&?])password=[^\s&]{4}/u.test(looked.slice(0, 4096))
  );
}
