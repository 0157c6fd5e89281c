import { nameWords } from './environment-names.ts';
import { literal, type Value } from './value.ts';

/** Words of option names whose value says where something happens, or to what. */
const places = new Set(
  (
    'env environment stage stack workspace namespace ns context cluster profile host hostname server url uri endpoint database db dbname ' +
    'project account subscription app site target tier inventory limit kubeconfig group resource name names remote org team config settings ' +
    'file files filename values chdir dir directory cwd service instance bucket table queue topic function identifier id ids arn zone ' +
    'container pod deployment kube schema catalog tenant realm vault registry repository'
  ).split(' '),
);
/** Of `key=value` pairs only these keys choose a place; any other may hold anything. */
const choosingKeys = new Set(
  'env environment stage workspace namespace context cluster profile host hostname target tier stack project account url server database db app'.split(
    ' ',
  ),
);
/** What a thing is marked with says nothing about where it is. */
const marks = new Set('tag tags label labels annotation annotations metadata'.split(' '));
/** Options of one letter whose value is a text or a file that is made. */
const textLetters = 'mbovtqCk';
/** Long options that are known to take no value, so that what follows them is an operand. */
const switches = new Set(
  (
    'force yes auto-approve verbose quiet wait recursive all now debug json cascade purge delete dryrun dry-run confirm detach ' +
    'non-interactive noninteractive skip-preview remove-volumes volumes rm atomic install prune watch insecure privileged only-show-errors ' +
    'ignore-not-found skip-final-snapshot override raw silent trace build push'
  ).split(' '),
);
const placeFlags = /^--(local|staging|stage|dev|development|sandbox|preview|qa|uat)$/u;

/**
 * The arguments that say where a program acts: operands, and values of options that choose a place or a
 * thing. A reason, a tag or a variable may hold any word without changing what is hit.
 */
export function targetsOf(args: readonly Value[]): readonly Value[] {
  const targets: Value[] = [];
  for (let i = 0; i < args.length && i < 200; i++) {
    const arg = args[i];
    if (arg === undefined) break;
    const { text } = arg;
    if (!text.startsWith('-') || text === '-') {
      targets.push(...chosen(arg));
    } else if (placeFlags.test(text)) {
      targets.push(literal(text.slice(2)));
    } else {
      const equals = text.indexOf('=');
      const name = text.slice(0, equals < 0 ? text.length : equals).replace(/^-{1,2}/u, '');
      const words = nameWords(name);
      const isPlace = words.some(word => places.has(word));
      const pairs = words.some(word => marks.has(word)) ? () => [] : pairOf;
      if (equals > 0) {
        const value = { ...arg, text: text.slice(equals + 1) };
        targets.push(...(isPlace ? [value] : pairs(value)));
        continue;
      }
      const next = args[i + 1];
      if (next === undefined || next.text.startsWith('-') || !takesValue(text, name)) continue;
      i++;
      targets.push(...(isPlace ? [next] : pairs(next)));
    }
  }
  return targets.map(target => ({ ...target, text: placeIn(target.text) }));
}

/** True if the next word belongs to the option. Clusters of letters such as `-rf` are switches, and a single letter is one unless its value is known to be a text. */
export function takesValue(option: string, name: string): boolean {
  if (option.startsWith('--') || name.length > 3)
    return !switches.has(name) && !name.startsWith('no-');
  return name.length === 1 && textLetters.includes(name);
}

function chosen(arg: Value): readonly Value[] {
  return /^[A-Za-z_][\w.-]{0,60}=/u.test(arg.text) ? pairOf(arg) : [arg];
}

/** The value of `environment=staging`, and nothing of `note=staging`. */
function pairOf(arg: Value): readonly Value[] {
  const equals = arg.text.indexOf('=');
  if (equals <= 0) return [];
  const isChoice = nameWords(arg.text.slice(0, equals)).some(word => choosingKeys.has(word));
  return isChoice ? [{ ...arg, text: arg.text.slice(equals + 1) }] : [];
}

/**
 * Of an address only the host says where, without the user's name and without the public suffix `.dev`; the
 * path of a bucket or a database names the thing itself.
 */
function placeIn(text: string): string {
  const scheme = text.indexOf('://');
  const isAddress = scheme > 0 && /^(https?|wss?|ssh|git|ftps?|sftp):/iu.test(text);
  const rest = isAddress ? text.slice(scheme + 3) : text;
  const end = isAddress ? rest.search(/[/?#]/u) : -1;
  const authority = end < 0 ? rest : rest.slice(0, end);
  const host = authority.slice(authority.lastIndexOf('@', 256) + 1);
  return host.replace(/([a-z0-9-])\.dev(:[^:]{0,1024})?$/iu, '$1');
}
