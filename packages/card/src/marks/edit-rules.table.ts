import { mixedName, type TextRule } from './mark.ts';

const widens = 'Widens a condition: more cases pass than before.';

/** Keys that can be told by their form alone. */
export const secretTokens =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\b(?:sk|rk)_live_\w{8,}|\bsk-[\w-]{20,}|\bxox[abeprs]-[\w-]{10,}|\bnpm_\w{30,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_\w{20,}|\bhooks\.slack\.com\/services\/\w[\w/]{10,}|\bAccountKey=[\w+/=]{20,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+|\bAIza[\w-]{30,}/dg;
const writtenSecrets =
  /\b\w{1,20}:\/\/[^\s:@/'"]{1,100}:[^\s@/'"$<{]{1,200}@|\b(?:password|passwd|secret|api_?key)['"]?\s*[:=]\s*['"][^'"\s${<]{8,200}['"]/dg;

/** What an added line can do to the safety of a program. */
export const added: readonly TextRule[] = [
  {
    // A default, such as `|| 'unknown'`, is no condition.
    pattern:
      /\|\|(?!\s*(?:'(?!admin|root|owner|\*)[^'\n]{0,60}'|"(?!admin|root|owner|\*)[^"\n]{0,60}"|\d[\d_.]{0,20}|\{\s*\}|\[\s*\]|null|undefined)\s*(?:[;,)\]}]|$))\s*[^;{\n]{0,400}/dg,
    level: 'critical',
    words: widens,
  },
  {
    pattern:
      /\b(?:if|elif|unless|while|return|assert|and|not)\b[^#\n]{0,400}?(?<at>\bor\b(?:[^:#\n]|:(?=[^\s])){0,400})/dg,
    level: 'critical',
    words: widens,
  },
  {
    pattern:
      /\bwhere\b[^\n]{0,400}?(?<at>\bor\b[^\n]{0,400})|^\s*(?<line>or\s+[^\n]{0,200}?(?:=|<|>|\bis\s+(?:not\s+)?null\b|\blike\b|\bin\s*\()[^\n]{0,200})/dgi,
    level: 'critical',
    words: widens,
  },
  {
    pattern:
      /\b(?:if|elif|unless|when|case|return)\b[^\n]{0,200}?(?<at>(?:===?|\.equals\(|\bin\b|includes\()\s{0,4}[[(]?\s{0,4}['"][^'"\n]{1,100}@[^'"\n]{1,100}['"])/dg,
    level: 'critical',
    words: 'A case of its own for one person.',
  },
  {
    pattern:
      /\b(?:if|elif|unless|when|return)\b[^\n]{0,200}?(?<at>\b\w{0,40}(?:password|passwd|passphrase|token|secret|api_?key)\w{0,20}\s{0,4}(?:===?|\.equals\()\s{0,4}['"][^'"\n]{3,100}['"])/dgi,
    level: 'critical',
    words: 'A password that is written into the program.',
  },
  {
    pattern:
      /\bif\s*\(\s*true\b|\breturn\s+true\s*;|==\s*==|\bor\s+True\b|\?\?\s*true\b|\bif\s+[Tt]rue\s*[:;]|(?:&&|\band\b)\s*(?:false|False)\b/dg,
    level: 'high',
    words: 'A check that always passes.',
  },
  {
    pattern:
      /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|InsecureSkipVerify\s*:\s*true|NODE_TLS_REJECT_UNAUTHORIZED|strict-?ssl\s*[=:]\s*false|sslVerify\s*=?\s*false|sslmode=disable|\bCERT_NONE\b|check_hostname\s*=\s*False|_create_unverified_context|\bVERIFY_NONE\b|StrictHostKeyChecking[\s=]{1,4}no\b|SSL_VERIFYPEER['"]?\s*(?:,|=>?)\s*(?:0|false)|danger_accept_invalid_certs\(\s*true|\btlsInsecure\b|\binsecure(?:SkipTLSVerify|_skip_verify)?['"]?\s*[:=]\s*true|verify_ssl['"]?\s*[:=]\s*false|ALLOW_ALL_HOSTNAME_VERIFIER|ServerCertificateCustomValidationCallback/dgi,
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
    pattern:
      /\bshell\s*=\s*True\b|\bshell['"]?\s*:\s*true\b|\b(?:os\.system|os\.popen|exec(?:Sync)?|spawn(?:Sync)?|system|popen|Runtime\.getRuntime\(\)\.exec|subprocess\.\w{1,20})\s*\(\s*(?:f['"]|`[^`\n]{0,200}\$\{|['"][^'"\n]{0,200}['"]\s*(?:\+|%|\.format))/dg,
    level: 'critical',
    words: 'Gives a text to a shell: what stands in it can run as a command.',
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
    pattern: secretTokens,
    level: 'critical',
    words: 'Contains a key or a password.',
  },
  { pattern: writtenSecrets, level: 'critical', words: 'Contains a key or a password.' },
  {
    pattern: /(?:https?|wss?|ftp):\/\/[^\s'"`)]+/dg,
    level: 'high',
    words: found => `Names an address: ${found[0].slice(0, 60)}.`,
  },
  {
    pattern:
      /\b(?:\w{0,20}host(?:name)?|server|endpoint|url|uri|domain|addr(?:ess)?|connect|dial|upstream|proxy|registry|webhook)\b['"]?\s{0,4}[:=(]{1,2}\s{0,4}['"`](?<at>(?:[a-z0-9-]{1,63}\.){1,8}(?!(?:[cm]?[jt]sx?|json|ya?ml|toml|html?|css|md|txt|py|rb|go|rs|svg|png|local|localhost|internal)['"`:])[a-z]{2,24}(?::\d{1,5})?)['"`]/dgi,
    level: 'high',
    words: found => `Names an address: ${(found.groups?.['at'] ?? '').slice(0, 60)}.`,
  },
  {
    pattern:
      /(?<=['"`@\s(])(?!(?:127|10|0|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?=['"`:)\s](?!\s*[-\w]))/dg,
    level: 'high',
    words: found => `Names an address: ${found[0]}.`,
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}])${mixedName}`, 'dgu'),
    level: 'critical',
    words: 'Mixes letters of two scripts, which look alike.',
  },
  {
    pattern:
      /\buses\s*:\s*['"]?(?<at>[\w.-]{1,100}\/[\w./-]{1,100}@(?:main|master|latest|dev\w*|HEAD)\b)/dg,
    level: 'high',
    words: 'A step of the build that others can change at any time.',
  },
  {
    pattern: /"\s*:\s*(?<at>"(?:\*|latest|x|>=?\s*0[\w.]{0,20})")/dg,
    level: 'high',
    words: 'Takes any version of a program of others.',
  },
  {
    pattern:
      /"(?:preinstall|postinstall|install|prepare|prepublish(?:Only)?|prepack|postpack)"\s*:/dg,
    level: 'high',
    words: 'Runs at every install.',
  },
];

/** What stands out in a whole file. An address or a condition does not: a new file is full of them. */
export const written: readonly TextRule[] = [
  ...added.filter(({ level, words }) => level === 'critical' && words !== widens),
  {
    pattern: /(?:\bcurl\b|\bwget\b)[^;&\n]{0,400}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
];

/** What a program does that is hard to undo. */
export const programs: readonly TextRule[] = [
  {
    pattern:
      /\b(?:shutil\.rmtree|os\.(?:remove|unlink|rmdir|removedirs)|(?:fs|promises)\.(?:rm|rmdir|unlink)|(?:rm|rmdir|unlink)Sync|rimraf(?:\.sync)?|FileUtils\.rm_rf?|File\.delete|\.unlink)\s?\([^)\n]{0,200}\)?|\bRemove-Item\b[^;|&\n]{0,400}|\brd\s+\/s\b[^;|&\n]{0,400}/dg,
    level: 'high',
    words: 'A program deletes files.',
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
      /\bif\b[^\n]{0,400}?(?:\)|\{|:)\s*(?:\{?\s*)?(?:return|throw|raise|panic|abort)\b[^\n]{0,400}|\bassert\w{0,60}\s*\([^\n]{0,400}|\b(?:raise|throw)\b[^\n]{0,400}|\b(?:require|check|verify|validate|authori[sz]e|authenticate|ensure)\w{0,60}\s*\([^\n]{0,400}/dg,
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
    pattern:
      /\b\w{0,60}(?:authenticat|authoriz|authoris|verif[iy]|validat|permission|csrf|sanitiz|sanitis|escape_?html|timingSafeEqual|constant_?time|compare_?digest|hmac|rate_?limit|throttl|before_action|audit)\w{0,60}(?:[!?]|\([^\n]{0,400})?/dgi,
    level: 'high',
    words: 'This check is removed.',
  },
  {
    pattern:
      /\.(?:filter|where|exclude|and_?where|find_by|scoped?|eq)\s*\([^)\n]{0,200}(?:tenant|owner|user|account|org|customer|team|project|deleted|active|published|scope|expire)[^)\n]{0,200}\)?/dgi,
    level: 'high',
    words: 'This condition is removed: more is reached than before.',
  },
  {
    pattern: /(?:&&|\band\b)\s*[^\s)&|{:][^)&|{:\n]{0,400}\)?/dg,
    level: 'high',
    words: 'This condition is removed: more cases pass than before.',
  },
  {
    pattern:
      /\b(?:return|throw|raise|panic|abort|exit|reject|next)\b[^\n]{0,100}?\b(?:err|error|deny|denied|refuse|reject|forbidden|unauthori[sz]ed|40[13])\b[^\n]{0,200}/dgi,
    level: 'high',
    words: 'This refusal is removed.',
  },
  {
    pattern:
      /\b(?:expires?_?in|max_?age|timeout|ttl|rate_?limit|audience|issuer|algorithms?|http_?only|same_?site|integrity|nonce|max_?(?:length|size|items|attempts|retries))['"]?\s{0,4}[:=](?!=)[^\n,)}]{1,200}/dgi,
    level: 'high',
    words: 'This limit is no longer given.',
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
  {
    pattern:
      /^[A-Za-z]:[\\/](?:Windows|Program Files|ProgramData|Users[\\/][^\\/]{1,60}[\\/](?:AppData|\.ssh|\.aws))\b.*/dgi,
    level: 'critical',
    words: 'Belongs to the system or to an account, not to the project.',
  },
  {
    pattern:
      /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.netrc|pip\.conf|\.gitconfig|\.gitmodules|\.git-credentials|\.git\/config|nuget\.config|\.cargo\/config(?:\.toml)?)$/dgi,
    level: 'high',
    words: 'Says where programs come from and with which key.',
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
