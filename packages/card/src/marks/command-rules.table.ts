import { programs } from './edit-rules.table.ts';
import { mixedName, type TextRule } from './mark.ts';

const outside = String.raw`['"]?(?<at>(?:~|\$\{?HOME|/|\.\.)[^\s;|&'"]{0,400})`;

const ours = String.raw`(?<at>(?:/etc|/usr|/bin|/sbin|/boot|/lib|~/\.(?:ssh|aws|kube|gnupg|config)|~/\.(?:bash|zsh)?rc|~/\.profile|/dev/sd)[^\s;|&]{0,400})(?=\s{0,10}(?:$|[;|&\n]))`;
/** Blanks within one command. A line break ends it, unless a backslash stands before. */
const gap = String.raw`(?:[ \t]|\\\n){1,40}`;

/** What a command does that is hard to undo. `at` names the group to underline, where it is not the whole match. */
export const commandRules: readonly TextRule[] = [
  {
    pattern: new RegExp(
      String.raw`\brm${gap}(?:-\S{1,60}${gap}){0,6}(?:-\w{0,20}[rR]\w{0,20}|--recursive)(?:${gap}-\S{1,60}){0,6}(?:${gap}[^\s;|&\\]{1,200}){0,30}?${gap}${outside}`,
      'dg',
    ),
    level: 'critical',
    words: found =>
      `Deletes ${found.groups?.['at']} and everything in it, outside the project. This cannot be undone.`,
  },
  {
    pattern: new RegExp(
      String.raw`\bmv${gap}(?:-\S{1,60}${gap}){0,6}(?:[^\s;|&\\]{1,200}${gap}){0,30}?${outside}`,
      'dg',
    ),
    level: 'high',
    words: found => `Moves ${found.groups?.['at']}, outside the project, or writes over it.`,
  },
  {
    pattern:
      /\bdocker(?:[ -]compose)\b[^;|&\n]{0,400}?\bdown\b[^;|&\n]{0,400}?\s(?<at>-v\b|--volumes\b|--rmi\b)|\bdocker\s+(?:container\s+)?rm\b[^;|&\n]{0,200}?\s(?<volume>-\w{0,20}v\w{0,20}|--volumes)(?=\s|$)/dg,
    level: 'critical',
    words: 'Deletes the data of the containers.',
  },
  {
    pattern:
      /\bgit\s+reflog\s+(?:delete|expire)\b[^;|&\n]{0,400}?(?<at>--expire(?:-unreachable)?=(?:now|all)|--all\b)|\bgit\s+gc\b[^;|&\n]{0,400}?\s(?<gc>--prune=\S{1,40})|\bgit\s+(?:update-ref\s+(?<ref>-d)|tag\s+(?<tag>-d|--delete)|worktree\s+(?<tree>remove)|filter-(?<filter>branch|repo))\b/dg,
    level: 'high',
    words: 'Removes what could bring work back.',
  },
  ...programs,
  {
    pattern: new RegExp(
      String.raw`\b(?:sed${gap}(?:-\S{1,60}${gap}){0,4}?(?:-\w{0,10}i\S{0,20}|--in-place\S{0,20})|perl${gap}-\w{0,10}i\w{0,10}|(?:cp|install|ln|patch|truncate)\b)[^;|&\n]{0,400}?\s${ours}`,
      'dg',
    ),
    level: 'critical',
    words: found =>
      `Writes to ${found.groups?.['at']}, which belongs to the system or to an account.`,
  },
  {
    pattern:
      /\b(?:tar\b[^;|&\n]{0,400}?\s(?:-C|--directory(?:=|\s))|unzip\b[^;|&\n]{0,400}?\s-d|cpio\b[^;|&\n]{0,400}?\s-D)\s*(?<at>\/(?:etc|usr|bin|boot|lib|root|opt|var)?\/?(?=\s|$)|~\/?(?=\s|$))/dg,
    level: 'critical',
    words: 'Unpacks over files of the system. No one has seen what is in it.',
  },
  {
    pattern:
      /\buser(?:add|mod)\b[^;|&\n]{0,400}?\s-(?:o|u\s*0|\w{0,4}G\s*\S{0,60}?(?:sudo|wheel|root|docker|admin))\b[^;|&\n]{0,200}|\b(?:adduser|gpasswd\s+-a)\s+\S{1,60}\s+(?:sudo|wheel|root|docker|admin)\b|\b(?:visudo|chpasswd)\b|\bpasswd\s+(?:-d\s+)?\S{1,60}/dg,
    level: 'critical',
    words: 'Gives an account of the machine more rights, or another password.',
  },
  {
    pattern:
      /\b(?:npm|pnpm|yarn|pip3?|bundle|gem|cargo|poetry|uv)\s+(?:config|source|sources)\s+(?:set\s+|--add\s+|add\s+)?(?:-\S{1,20}\s+){0,3}(?<at>(?:\S{0,60}(?:registry|index-url|proxy|mirror|repositories\.)\S{0,60}[=\s]\s{0,4})?https?:\/\/\S{1,200})/dg,
    level: 'high',
    words: 'Takes packages from another place, from now on.',
  },
  {
    pattern: /\bxargs\b[^|;&\n]{0,400}?(?<at>\brm\b[^|;&\n]{0,400})/dg,
    level: 'high',
    words: 'Deletes every file that the part before finds. How many is not known before it runs.',
  },
  {
    pattern: /\bfind\b[^|;&\n]{0,400}?(?<at>-delete\b|-exec(?:dir)?\s+(?:rm|shred|unlink)\b)/dg,
    level: 'high',
    words: 'Deletes every file that is found. How many is not known before it runs.',
  },
  {
    pattern: /\brm[ \t]+(?:-\S+[ \t]+)*(?:-\w{0,60}[rR]\w{0,60}|--recursive)[^;|&\n]{0,400}/dg,
    level: 'high',
    words: 'Deletes folders with everything in them.',
  },
  {
    pattern:
      /(?:\bcurl\b|\bwget\b)[^;&\n]{0,400}\|\s*(?<at>(?:sudo\s+)?(?:ba|z|da)?sh\b|python3?\b|node\b)/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern: /\bbase64\s+(?:-d|--decode|-D)\b[^;&\n]{0,400}\|\s*(?<at>(?:ba|z)?sh\b)/dg,
    level: 'critical',
    words: 'Runs a hidden command.',
  },
  {
    pattern:
      /\b(?:ba|z|da)?sh\b[^;|&\n]{0,20}?(?<at>(?:<\(|\$\(|`)\s*(?:curl|wget)\b[^;|&\n)`]{0,400})|\b(?:iwr|irm|Invoke-WebRequest)\b[^;&\n]{0,400}\|\s*(?<iex>iex|Invoke-Expression)\b/dgi,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern: /\bshred\b[^;|&\n]{0,400}|\btruncate\s+-s\s*0\b[^;|&\n]{0,400}/dg,
    level: 'critical',
    words: 'Destroys the content of files. This cannot be undone.',
  },
  {
    pattern:
      /\bgit\s+push\b[^;|&\n]{0,400}?\s(?<at>--delete\b|--mirror\b|--prune\b|:[^\s:]{1,200})/dg,
    level: 'critical',
    words: 'Deletes branches that others share.',
  },
  {
    pattern:
      /\bgit\s+(?:checkout\s+(?:--\s+)?(?<at>\.)(?=\s|$)|restore\s+(?!--staged)(?<file>\S+)|stash\s+(?<stash>drop|clear)|branch\s+(?<branch>-D)\b|(?:switch|checkout)\s[^;|&\n]{0,200}?(?<discard>--discard-changes|--force|-f)(?=\s|$))/dg,
    level: 'high',
    words: 'Throws away work that was not shared.',
  },
  {
    pattern:
      /\bgit\s+commit\b[^;|&\n]{0,400}?\s(?<at>-\w{0,60}n\w{0,60})(?=\s)|\bHUSKY=0\b|\b(?:SKIP|PRE_COMMIT_ALLOW_NO_CONFIG|HUSKY_SKIP_HOOKS|LEFTHOOK)=\S{1,60}(?=\s)/dg,
    level: 'high',
    words: 'Skips the checks that run before.',
  },
  {
    pattern:
      /\bgit\s+(?:config\b[^;|&\n]{0,400}?|-c\s+)(?<at>core\.hooksPath|core\.sshCommand|alias\.\S+|core\.fsmonitor)/dg,
    level: 'high',
    words: 'Changes what Git runs by itself.',
  },
  {
    pattern:
      /\bcurl\b[^;|&\n]{0,400}?\s(?<at>-\w{0,60}k\w{0,60}|--insecure)(?=\s)|\bNODE_TLS_REJECT_UNAUTHORIZED=0|http\.sslVerify=false|--no-check-certificate\b|--strict-ssl[= ](?:false|0)\b|--insecure-skip-tls-verify\b|--no-verify-ssl\b|--trusted-host\b|\bGIT_SSL_NO_VERIFY=\S{1,5}|\bPYTHONHTTPSVERIFY=0|StrictHostKeyChecking[= ]no\b/dg,
    level: 'critical',
    words: 'Turns off the check of certificates.',
  },
  {
    pattern:
      /\b(?:scp|rsync)\b[^;|&\n]{0,400}?\s(?<at>[\w.-]+@[\w.-]+:\S*)|\|\s*(?<nc>(?:nc|ncat|netcat)\s+\S+[^;|&\n]{0,400})/dg,
    level: 'high',
    words: 'Sends data to another machine.',
  },
  {
    pattern: /(?<=\s)(?:--extra-index-url|--index-url|--registry)[=\s]\s*\S+/dg,
    level: 'high',
    words: 'Takes packages from another place.',
  },
  {
    pattern:
      /\bsystemctl\s+(?<at>stop|disable|mask)\b[^;|&\n]{0,400}|\bufw\s+disable\b|\biptables\s+(?:-F|--flush)\b|\bsetenforce\s+0\b/dg,
    level: 'high',
    words: 'Turns off a service or a protection of the machine.',
  },
  {
    pattern: /\bcrontab\s+(?:-|\S+\.\w+)(?=\s|$)|\bcrontab\s+-r\b/dg,
    level: 'high',
    words: 'Changes what runs by itself later.',
  },
  {
    pattern: /\bkill\s+(?:-\w+\s+)?(?<at>-1)(?=\s|$)/dg,
    level: 'critical',
    words: 'Ends every process of the user.',
  },
  {
    pattern: /\bhistory\s+-c\b|\bunset\s+HISTFILE\b/dg,
    level: 'high',
    words: 'Removes the record of what was run.',
  },
  {
    pattern:
      /\bchown\s+(?:-\w+\s+)*-\w{0,60}R\w{0,60}[^;|&\n]{0,400}|\bchmod\b[^;|&\n]{0,400}?\s(?<at>[ug]?\+\w{0,60}s\w{0,60}|[2467][0-7]{3})(?=\s)/dg,
    level: 'high',
    words: 'Changes who may use these files.',
  },
  {
    pattern: /\bgit\s+push\b[^;|&\n]{0,400}?\s(?<at>--force(?!-with-lease)\b|-f\b|\+\S+)/dg,
    level: 'critical',
    words: 'Overwrites the history that others share.',
  },
  {
    pattern: /\bgit\s+(?:reset\s+(?<at>--hard)|clean\s+(?<clean>-\w{0,60}f\w{0,60}))/dg,
    level: 'high',
    words: 'Throws away changes that were not committed.',
  },
  { pattern: /(?<=\s)--no-verify\b/dg, level: 'high', words: 'Skips the checks that run before.' },
  {
    pattern: /(?<=\s)(?:--auto-approve|-auto-approve|--yes|--assume-yes|--accept-data-loss)\b/dg,
    level: 'high',
    words: 'Skips the confirmation of the tool itself.',
  },
  {
    pattern: /(?<=\s)--force(?:-with-lease)?\b|(?<=\s)--hard\b/dg,
    level: 'high',
    words: 'Goes on where the tool would stop.',
  },
  {
    pattern:
      /\bchmod\s+(?:-\w+\s+)*(?<at>[0-7]{0,2}[0-7][2367]|(?:[ugo]*[ao][ugo]*)[+=]\w{0,60}w\w{0,60})(?=\s)|\b(?:install|mkdir)\b[^;|&\n]{0,200}?(?:\s-m\s{0,4}|\s--mode[= ])(?<mode>[0-7]{0,2}[0-7][2367]|(?:[ugo]*[ao][ugo]*)[+=]\w{0,60}w\w{0,60})(?=\s)|\bumask\s+(?<mask>[0-7]{0,3}[0145])(?=$|[\s;&|])/dg,
    level: 'high',
    words: 'Lets every user of the machine change it.',
  },
  {
    pattern:
      /(?<=(?:^|[;&|({`\n])[ \t]{0,20}|\b(?:then|do|else|exec|time|nohup|env|xargs|command)[ \t]{1,20})sudo\b/dg,
    level: 'high',
    words: 'Runs with the rights of the administrator.',
  },
  {
    pattern:
      /(?:>>?|\btee\s+(?:-a\s+)?)\s*(?<at>(?:\/etc|\/usr|\/boot|~\/\.ssh|~\/\.aws|~\/\.(?:bash|zsh)rc|\/dev\/sd)[^\s;|&]{0,400})/dg,
    level: 'critical',
    words: found =>
      `Writes to ${found.groups?.['at']}, which belongs to the system or to an account.`,
  },
  {
    pattern:
      /\b(?:cat|less|head|cp|scp|tar|curl)\b[^;|&\n]{0,400}?(?<at>(?:~|\/root|\/home\/\w+)?\/?\.(?:ssh\/id_\w+|aws\/credentials|env(?:\.\w+)?|netrc|npmrc|kube\/config)\b)/dg,
    level: 'high',
    words: 'Reads a file that holds credentials.',
  },
  {
    pattern:
      /\bcurl\b[^;|&\n]{0,400}?\s(?<at>(?:-d|--data(?:-binary|-raw)?|-F|-T|--upload-file)\s*['"]?@?\S+)/dg,
    level: 'high',
    words: 'Sends data to another machine.',
  },
  {
    pattern:
      /\bhttps?:\/\/(?:[^\s/@'"]{0,400}@)?(?<at>[^\s/'"]{0,400}[^\p{ASCII}\s'"][^\s/'"]{0,400})/dgu,
    level: 'critical',
    words: 'A host with letters of another script, which can look like a known name.',
  },
  {
    pattern: /\bdd\b[^;|&\n]{0,400}?(?<at>\bof=\/dev\/\S+)|\bmkfs(?:\.\w+)?\s+\S+/dg,
    level: 'critical',
    words: 'Writes over a whole disk.',
  },
  {
    pattern:
      /\b(?:kubectl|helm)\s+(?:-\S+\s+)*(?<at>delete|uninstall|drain)\b|\b(?:kubectl|helm)\b[^;|&\n]{0,400}?\s(?<later>delete|uninstall|drain)\s/dg,
    level: 'critical',
    words: 'Removes something from the cluster.',
  },
  {
    pattern:
      /\bterraform\s+(?:-\S+\s+)*(?<at>destroy)\b|\bterraform\s+apply\b[^;|&\n]{0,400}?\s(?<flag>-destroy)\b|\bpulumi\s+destroy\b/dg,
    level: 'critical',
    words: 'Destroys the infrastructure that it manages.',
  },
  {
    pattern:
      /\bkubectl\b[^;|&\n]{0,400}?\sscale\b[^;|&\n]{0,400}?(?<at>--replicas[= ]0)(?=\s|$)|\b(?:heroku|flyctl|fly|vercel|netlify|doctl|railway)\s+(?<app>(?:\S{1,40}:|\S{1,40}\s+)?(?:destroy|delete|rm|remove))(?=\s|$)|\bgh\s+(?:repo|release|secret|variable)\s+(?<gh>delete)\b|(?<=\s)(?<last>--skip-final-snapshot|--force-delete-without-recovery|--delete-automated-backups)\b/dg,
    level: 'critical',
    words: 'Ends something that runs, or what could bring it back.',
  },
  {
    pattern:
      /\brsync\b[^;|&\n]{0,400}?\s(?<at>--delete(?:-\w{1,20})?|--remove-source-files|--del)(?=\s|$)/dg,
    level: 'critical',
    words: 'Deletes files that it does not find on the other side, or that it has copied.',
  },
  {
    pattern: new RegExp(
      String.raw`\bunlink${gap}${outside}|(?:^|[;&|({\n])[ \t]{0,20}:?[ \t]{0,20}>[ \t]{0,20}(?<emptied>(?:~|\$\{?HOME|/)(?!dev/null)[^\s;|&]{1,400})`,
      'dg',
    ),
    level: 'critical',
    words: 'Deletes or empties a file outside the project.',
  },
  {
    pattern: /\bgh\s+pr\s+merge\b[^;|&\n]{0,200}?\s(?<at>--admin)\b/dg,
    level: 'high',
    words: 'Goes past the checks that the repository asks for.',
  },
  {
    pattern:
      /\b(?:pip3?|uv\s+pip|pipx|npm|pnpm|yarn|npx|bunx|gem|cargo|go)\s+(?:(?:install|i|add|dlx|exec|get)\s+)?(?:-\S{1,40}\s+){0,6}(?<at>(?:git\+)?(?:https?|ssh):\/\/\S{1,300})/dg,
    level: 'high',
    words: 'Installs or runs a program from an address.',
  },
  {
    pattern:
      /\b(?:python[\d.]*|node|perl|ruby|php)\s[^;|&\n]{0,20}?(?<at>(?:<\(|\$\()\s*(?:curl|wget)\b[^;|&\n)`]{0,400})/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern: new RegExp(mixedName, 'dgu'),
    level: 'critical',
    words: 'Mixes letters of two scripts, which look alike.',
  },
  {
    pattern: /\bdocker\s+(?:system|volume|image)\s+(?<at>prune|rm)\b/dg,
    level: 'high',
    words: 'Removes data of containers.',
  },
  {
    pattern:
      /\baws\s+s3\s+(?<at>rm|rb)\b(?![^;|&\n]{0,400}--dryrun)|\baws\s+\S+\s+(?<aws>(?:delete|terminate)-[\w-]+)|\b(?:gcloud|az)\b[^;|&\n]{0,400}?\s(?<cloud>delete)\b/dg,
    level: 'critical',
    words: 'Deletes something in the cloud.',
  },
  {
    pattern: /\bdropdb\b[^;|&\n]{0,400}|\bFLUSH(?:ALL|DB)\b/dgi,
    level: 'critical',
    words: 'Deletes data of a database.',
  },
  {
    pattern:
      /\b(?:drop\s+(?:table|database|schema)|truncate\s+(?:table\s+)?\w+|delete\s+from\s+\w+)\b/dgi,
    level: 'critical',
    words: 'Deletes data of a database.',
  },
  {
    pattern: /(?<=\s)--privileged\b|(?<=\s)-v\s+\/:\S*|\/var\/run\/docker\.sock/dg,
    level: 'critical',
    words: 'Gives the container the rights of the machine.',
  },
  {
    pattern:
      /\b(?:npm|pnpm|yarn)\s+(?<at>publish)\b(?![^;|&\n]{0,400}--dry-run)|\bgh\s+release\s+create\b/dg,
    level: 'high',
    words: 'Publishes to everyone.',
  },
  {
    pattern: /\beval\b[^;|&\n]{0,400}/dg,
    level: 'high',
    words: 'Runs a text that is made while it runs.',
  },
];
