import { matchesSegment, type Path } from './paths.ts';

const secretNames = new Set(
  (
    '.env .envrc .netrc _netrc .pgpass .my.cnf .pypirc .git-credentials .htpasswd .vault-token .dockercfg .s3cfg .boto .flaskenv ' +
    'id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk identity credentials credentials.json credentials.yml credentials.yml.enc ' +
    'credentials.csv credentials.db access_tokens.db client_secret.json service-account.json serviceaccount.json master.key ' +
    'shadow gshadow shadow- sudoers secrets.yml secrets.yaml secrets.json secrets.toml secrets.env secret.yml secret.yaml ' +
    'secret.json secrets secrets.tfvars terraform.tfstate terraform.tfstate.backup wp-config.php logins.json key4.db ' +
    'cookies.sqlite passwords.txt password.txt passwords.csv secrets.txt tokens.json token.json ' +
    'api_key.txt apikey.txt private.key server.key tls.key login.keychain-db adbkey .terraformrc credentials.tfrc.json'
  ).split(' '),
);
const secretEndings = [
  '.p12',
  '.pfx',
  '.jks',
  '.keystore',
  '.kdbx',
  '.ppk',
  '.key',
  '.asc.key',
  '_rsa',
  '_ed25519',
];
const templateEndings = [
  '.example',
  '.sample',
  '.template',
  '.dist',
  '.defaults',
  '.default',
  '.tmpl',
  '.schema',
  '.md',
  '.pub',
  '.ts',
  '.js',
  '.py',
  '.go',
  '.rb',
];
const publicPems = [
  'cert.pem',
  'fullchain.pem',
  'chain.pem',
  'ca.pem',
  'cacert.pem',
  'ca-cert.pem',
  'public.pem',
  'pub.pem',
];
/** Folders below which everything but the listed names is a credential. */
const secretFolders: readonly (readonly [folder: string, except: readonly string[]])[] = [
  ['.ssh', ['known_hosts', 'config', 'authorized_keys']],
  ['.gnupg', ['gpg.conf', 'pubring.kbx']],
  ['.aws', ['config']],
  ['.azure', ['config']],
  ['.kube', ['cache']],
  ['.config/gcloud', []],
  ['.config/gh', ['config.yml']],
  ['.config/op', []],
  ['.password-store', []],
  ['run/secrets', []],
  ['etc/ssl/private', []],
  ['etc/letsencrypt/live', ['cert.pem', 'chain.pem', 'fullchain.pem', 'README']],
  ['var/run/secrets', []],
];

/** True if reading the file shows a credential. */
export function isSecretPath(path: Path): boolean {
  const name = (path.segments.at(-1) ?? '').toLowerCase();
  if (path.place === 'sink') return false;
  if (templateEndings.some(ending => name.endsWith(ending))) return false;
  const folder = `${path.segments.slice(0, -1).join('/')}/`;
  for (const [secret, except] of secretFolders) {
    if (!`/${folder}`.includes(`/${secret}/`)) continue;
    return !except.some(allowed => matchesSegment(allowed, name));
  }
  if (/^\/proc\/[^/]+\/environ$/u.test(path.text)) return true;
  if (name === 'config.json' && folder.endsWith('.docker/')) return true;
  if (name === '.npmrc') return path.place === 'home';
  if (name === 'sudoers' || name === 'credentials') return true;
  if (isSecretName(name)) return true;
  return name.includes('*') || name.includes('?') || name.includes('[')
    ? couldBeSecret(name)
    : false;
}

function isSecretName(name: string): boolean {
  if (secretNames.has(name)) return true;
  if (name.startsWith('.env.')) return !/^\.env\.(test|ci|vault|schema|types)$/u.test(name);
  if (/^(prod|production|staging|live|dev)\.env$/u.test(name)) return true;
  if (name.endsWith('.pem')) return !publicPems.includes(name);
  if (/^(service[-_]?account|firebase-adminsdk|client_secret|gcp-key)[^/]{0,80}\.json$/u.test(name))
    return true;
  return secretEndings.some(ending => name.endsWith(ending));
}

/** A pattern that spells at least two letters of a well-known secret is taken to mean it. */
function couldBeSecret(pattern: string): boolean {
  const plain = pattern.replace(/\[[^\]]{0,40}\]/gu, '?');
  if (plain.replace(/[*?]/gu, '').length < 2) return false;
  const wellKnown = [
    '.env',
    'id_rsa',
    'id_ed25519',
    'credentials',
    '.netrc',
    'shadow',
    '.pgpass',
    '.env.production',
    'server.key',
    'key.pem',
  ];
  return wellKnown.some(name => matchesSegment(name, plain));
}

/** Names whose content is run later by something else, wherever they lie. */
const laterNames = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc ' +
    '.login config.fish .xinitrc .xprofile .xsession .inputrc .vimrc .gitconfig .pythonstartup .npmrc .yarnrc .pre-commit-config.yaml ' +
    '.gitlab-ci.yml jenkinsfile .travis.yml azure-pipelines.yml bitbucket-pipelines.yml .drone.yml cloudbuild.yaml buildspec.yml ' +
    'authorized_keys authorized_keys2 rc.local crontab sitecustomize.py usercustomize.py .envrc .lldbinit .gdbinit'
  ).split(' '),
);
const laterFolders = [
  '.git/hooks',
  '.husky',
  '.githooks',
  '.github/workflows',
  '.github/actions',
  '.circleci',
  '.buildkite',
  '.config/autostart',
  '.config/systemd',
  '.config/fish/conf.d',
  '.config/powershell',
  'etc/cron.d',
  'etc/cron.daily',
  'etc/cron.hourly',
  'etc/cron.weekly',
  'var/spool/cron',
  'etc/profile.d',
  'etc/init.d',
  'etc/systemd',
  'lib/systemd',
  'etc/update-motd.d',
  'library/launchagents',
  'library/launchdaemons',
  'start menu/programs/startup',
];

/** True if what is written there is run later by itself: profiles, hooks, workflows, schedules, keys. */
export function runsLater(path: Path): boolean {
  const name = (path.segments.at(-1) ?? '').toLowerCase();
  if (name === '.npmrc' || name === '.yarnrc' || name === '.vimrc' || name === '.gitconfig')
    return path.place === 'home';
  if (laterNames.has(name)) return true;
  const text = `/${path.segments.join('/').toLowerCase()}/`;
  if (text.includes('/.git/config/')) return true;
  return laterFolders.some(folder => text.includes(`/${folder}/`));
}

/** True if it records what happened. */
export function isAuditPath(path: Path): boolean {
  const lower = path.text.toLowerCase();
  if (/\/(var\/log|log\/audit|journal)(\/|$)/u.test(`/${lower}`)) return true;
  const name = (path.segments.at(-1) ?? '').toLowerCase();
  if (/^\.(bash|zsh|sh|python|psql|mysql|node_repl)_?history$/u.test(name)) return true;
  if (
    ['wtmp', 'btmp', 'utmp', 'lastlog', 'auth.log', 'secure', 'syslog', 'audit.log'].includes(name)
  )
    return true;
  return (
    /(^|[^a-z])audit([^a-z]|$)/u.test(lower) && /\.(log|jsonl?|db|sqlite3?|csv|ndjson)$/u.test(name)
  );
}

/** True if the name says that it holds data, which no build makes again. */
export function isDataPath(path: Path): boolean {
  const name = (path.segments.at(-1) ?? '').toLowerCase();
  return /\.(db|db3|sqlite|sqlite3|mdb|rdb|ldb|ibd|myd|frm|mdf|ldf|dump|bak|backup|parquet|kdbx|pst|vmdk|qcow2|img)$/u.test(
    name,
  );
}
