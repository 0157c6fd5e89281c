import type { TextRule } from './mark.ts';

/** What an added line can do to the safety of a program. */
export const added: readonly TextRule[] = [
  {
    pattern: /\|\|\s*[^;{\n]{0,400}/dg,
    level: 'critical',
    words: 'Widens a condition: more cases pass than before.',
  },
  {
    pattern:
      /\b(?:if|elif|unless|while|return|assert|and|not)\b[^#\n]{0,400}?(?<at>\bor\b[^:#\n]{0,400})/dg,
    level: 'critical',
    words: 'Widens a condition: more cases pass than before.',
  },
  {
    pattern: /\bif\s*\(\s*true\b|\breturn\s+true\s*;|==\s*==|\bor\s+True\b/dg,
    level: 'high',
    words: 'A check that always passes.',
  },
  {
    pattern:
      /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|InsecureSkipVerify\s*:\s*true|NODE_TLS_REJECT_UNAUTHORIZED|strict-?ssl\s*[=:]\s*false|sslVerify\s*=?\s*false|sslmode=disable|\bCERT_NONE\b|check_hostname\s*=\s*False/dgi,
    level: 'critical',
    words: 'Turns off the check of certificates.',
  },
  {
    pattern:
      /0\.0\.0\.0\/0|\borigins?\b['"]?\s*[:=]\s*\[?\s*['"]\*['"]|::\/0|Access-Control-Allow-Origin['"]?\s*[:,]\s*['"]\*|"Principal"\s*:\s*"\*"|"Action"\s*:\s*"\*"/dg,
    level: 'critical',
    words: 'Opens it to everyone.',
  },
  {
    pattern: /\beval\s*\(|new\s+Function\s*\(|\bexec\s*\(|child_process|os\.system|subprocess/dg,
    level: 'high',
    words: 'Runs code or commands that are made while it runs.',
  },
  {
    pattern:
      /\bpickle\.loads?\s*\(|\byaml\.load\s*\(|\binnerHTML\s*=|dangerouslySetInnerHTML|\b(?:SELECT|INSERT|UPDATE|DELETE)\b[^;\n]{0,400}['"]\s*\+/dg,
    level: 'high',
    words: 'Takes text from outside for code.',
  },
  {
    pattern: /createHash\(\s*['"](?:md5|sha1)['"]|\bhashlib\.(?:md5|sha1)\b/dg,
    level: 'high',
    words: 'A weak hash.',
  },
  {
    pattern:
      /\b(?:privileged|hostNetwork|hostPID|allowPrivilegeEscalation)\s*:\s*true\b|\/var\/run\/docker\.sock|^\s*USER\s+root\b/dg,
    level: 'critical',
    words: 'Gives it the rights of the machine.',
  },
  {
    pattern: /\bpermissions\s*:\s*write-all\b|\bpull_request_target\b/dg,
    level: 'critical',
    words: 'Gives the build of strangers the rights of the repository.',
  },
  {
    pattern: /\b(?:Infinity|MAX_SAFE_INTEGER|sys\.maxsize|unlimited)\b/dg,
    level: 'high',
    words: 'Takes a limit away.',
  },
  { pattern: /\bDEBUG\s*[=:]\s*(?:true|1)\b/dgi, level: 'high', words: 'Turns on debugging.' },
  {
    pattern: /\b(?:nosec|NOSONAR|nolint:gosec)\b|eslint-disable[^\n]{0,400}security/dg,
    level: 'high',
    words: 'Silences a check of security.',
  },
  {
    pattern: /\.(?:skip|only)\s*\(|\bxit\s*\(|@pytest\.mark\.skip|\bt\.Skip\(/dg,
    level: 'high',
    words: 'Turns off tests.',
  },
  {
    pattern: /https?:\/\/[^\s'"`)]+/dg,
    level: 'high',
    words: found => `Names an address: ${found[0].slice(0, 60)}.`,
  },
  {
    pattern:
      /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|sk_live_\w+|xox[abprs]-[\w-]{10,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+|\bAIza[\w-]{30,}|\b\w{1,20}:\/\/[^\s:@/'"]{1,100}:[^\s@/'"$<{]{1,200}@|\b(?:password|passwd|secret|api_?key)['"]?\s*[:=]\s*['"][^'"\s${<]{8,200}['"]/dg,
    level: 'critical',
    words: 'Contains a key or a password.',
  },
  { pattern: /"(?:pre|post)install"\s*:/dg, level: 'high', words: 'Runs at every install.' },
];

/** What stands out in a whole file. An address or a condition does not: a new file is full of them. */
export const written: readonly TextRule[] = [
  ...added.filter(
    ({ level, words }) =>
      level === 'critical' && words !== 'Widens a condition: more cases pass than before.',
  ),
  {
    pattern: /(?:\bcurl\b|\bwget\b)[^;&\n]{0,400}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern:
      /\b(?:fetch|sendBeacon|XMLHttpRequest|axios|Image\(\)\.src)\b[^;\n]{0,160}?(?<at>document\.cookie|localStorage|process\.env\b(?!\.))|\.src\s*=[^;\n]{0,160}?(?<cookie>document\.cookie)/dg,
    level: 'critical',
    words: 'Sends what is kept here to another machine.',
  },
];

/** What a removed line may have guarded. */
export const guards: readonly TextRule[] = [
  {
    pattern: /\bwhere\b[^;'"`\n]{0,400}/dgi,
    level: 'critical',
    words: 'This condition is removed: more rows are reached than before.',
  },
  {
    pattern:
      /\bif\s*\([^\n]{0,400}\)\s*(?:\{?\s*)?(?:return|throw)\b[^\n]{0,400}|\bassert\w{0,60}\s*\([^\n]{0,400}|\b(?:raise|throw)\b[^\n]{0,400}|\b(?:require|check|verify|validate|authori[sz]e|authenticate|ensure)\w{0,60}\s*\([^\n]{0,400}/dg,
    level: 'high',
    words: 'This check is removed.',
  },
  {
    pattern:
      /@\w{0,60}(?:login|auth|permission|role|csrf|limit)\w{0,60}[^\n]{0,400}|\.use\s*\([^\n]{0,400}?(?<at>\w{0,60}(?:auth|csrf|cors|helmet|limit|guard|permission)\w{0,60})|\bexpect\s*\([^\n]{0,400}/dgi,
    level: 'high',
    words: 'This check is removed.',
  },
  {
    pattern: /(?:&&|\band\b)\s*[^\s)&|{:][^)&|{:\n]{0,400}\)?/dg,
    level: 'high',
    words: 'This condition is removed: more cases pass than before.',
  },
  {
    pattern: /\bLIMIT\s+\d+/dg,
    level: 'high',
    words: 'This limit is removed.',
  },
];

/** Paths that stand out by themselves. */
export const guarded: readonly TextRule[] = [
  {
    pattern: /(?:^|[\\/])\.\.(?:[\\/]|$)/dg,
    level: 'high',
    words: 'The path leads out of its folder.',
  },
  {
    pattern:
      /^(?:\/etc|\/usr|\/boot|\/root|~|\/home\/[^/]+\/\.)\S*|(?:^|\/)\.(?:ssh|aws|kube|gnupg)\/\S*/dg,
    level: 'critical',
    words: 'Belongs to the system or to an account, not to the project.',
  },
  {
    pattern:
      /(?:^|\/)(?:\.(?:github\/(?:workflows|actions)|gitlab-ci|husky|git\/hooks|circleci|buildkite|vscode\/(?:tasks|launch)|devcontainer)\b|Jenkinsfile\b|azure-pipelines|bitbucket-pipelines)\S*/dg,
    level: 'high',
    words: 'Runs by itself in the build or in a hook.',
  },
  { pattern: /(?:^|\/)\.env(?:\.\w+)?$/dg, level: 'high', words: 'Holds settings and secrets.' },
  {
    pattern: /(?:^|\/)CODEOWNERS$/dg,
    level: 'high',
    words: 'Says who has to review changes.',
  },
  {
    pattern: /\.tfstate(?:\.backup)?$/dg,
    level: 'high',
    words: 'Holds the state of the infrastructure.',
  },
];
