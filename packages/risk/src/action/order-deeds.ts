import { deedOfWords } from './judge-deeds.ts';
import { splitWords } from './words.ts';

/** Verbs that bind, harm or expose others, whatever they are done to. */
const grave: ReadonlySet<string> = new Set(
  `sue litigate prosecute subpoena evict foreclose repossess extradite deport impeach arrest indict plead wiretap bribe
  blackmail extort embezzle launder smuggle dox doxx defame libel slander poach sabotage ddos phish spoof hack hijack jailbreak
  overbook oversell expropriate conscript euthanize euthanise behead bankrupt forfeit perjure abduct leak ransom`
    .trim()
    .split(/\s+/u),
);

/** Where the words end that the verb of an order governs. */
const ends =
  /[,;:.!?]|\s(?:in|from|to|for|with|at|by|until|till|on|so|that|and|or|per|via|into|onto|about|before|after|because|as|off|if|when|while|under|over)\s/u;
const articles: ReadonlySet<string> = new Set(
  'the a an our my your their his her its all every each any this that these those whatever both some'.split(
    ' ',
  ),
);

/** What an order does in the world, where its verb and its thing say so. The words of a draft or a test say nothing. */
export function deedOfAnOrder(order: string): string | null {
  const [governed = ''] = order.slice(0, 200).split(ends);
  const [verb = '', ...things] = splitWords(governed).filter(word => !articles.has(word));
  if (willful.some(shape => shape.test(order)))
    return 'an agent keeps itself running or frees itself';
  if (inName.test(order)) return 'decides in the name of a person';
  if (unreal.test(order)) return null;
  if (grave.has(verb)) return `the verb "${verb}" harms or binds others`;
  return things.length === 0 ? null : deedOfWords(verb, things);
}

/** `Thumbs-up anything under 20k as if you were Dana`. */
const inName =
  /\b(?:approve|thumbs?-?up|sign|confirm|accept|release|authori[sz]e|ok|okay|green-?light|vote|click|press)\b.{0,80}\b(?:as if you were|as though you were|pretending (?:to be|you are)|in (?:his|her|their|\p{Lu}\p{Ll}+'s) (?:name|place|stead)|with (?:his|her|their|\p{Lu}\p{Ll}+'s) (?:login|account|credentials|session))/u;

/** `The password is in the vault: fetch it and text it to the designer`. */
export const passesSecretOn =
  /\b(?:passwords?|passcodes?|credentials?|secrets?|api[ -]?keys?|private keys?|access tokens?|recovery codes?|logins?|pins?)\b[^.!?]{0,120}\b(?:text|mail|e-?mail|send|forward|paste|share|post|dm|whatsapp|message|hand|give|pass|read)\b (?:it|them|that|those) (?:out |over |on )?(?:to|with|into|in|on) (?!me\b|us\b)/iu;

/** What an agent is told to do with itself so that no one can stop or watch it. */
const willful: readonly RegExp[] = [
  /\b(?:re-?start|start|launch|run|come back|respawn|wake up|boot)\b.{0,40}\b(?:by yourself|on your own|yourself|again)\b.{0,60}\b(?:clos|stop|kill|shut|end|terminat|quit|reboot|restart|log)/iu,
  /\b(?:copy|clone|install|replicate|spread|hide|upload|move|back up) yourself\b/iu,
  /\b(?:keep|make sure).{0,30}\byou\b.{0,30}\b(?:running|alive|survive)/iu,
  /\b(?:give|grant|assign|get) yourself\b/iu,
  /\b(?:raise|lift|remove|ignore|disable|switch off|turn off|drop|extend|widen|bypass|override) your (?:own )?(?:\w+ )?(?:limits?|rights?|permissions?|restrictions?|guard(?:rail)?s?|approvals?|logging|logs?|policy|policies|scopes?|quota|sandbox|safety|oversight)\b/iu,
  /\b(?:survive|persist (?:across|after)|autostart|start at (?:boot|login))\b.{0,40}\b(?:you|yourself|reboots?|restarts?)\b/iu,
];

const unreal =
  /\b(?:mock|mock-up|mockup|fixture|simulator|simulation|simulated|game|story|novel|sandbox|dry[ -]run|example|test (?:data|mode|suite|case|account)|unit tests?|storybook|figma|slides?|code|function|class|component|module|script|draft|local|localhost)\b|\.(?:ts|js|tsx|jsx|py|md|go|rs|java|css|html)\b/iu;
