/**
 * Everyday phrases for deeds whose verb says something else: `Pony up the deposit`, `Pull the plug on the service`. Each row
 * gives the plain words for the same order. In order; the first row that fits decides.
 */
interface Idiom {
  readonly says: RegExp;
  readonly means: string;
}

/** Words at the start of an order, with alternatives and gaps in brackets. */
function opening(words: string, means: string): Idiom {
  return { says: new RegExp(`^(?:${words})(?:(?<=\\s)|(?![\\p{L}-]))`, 'iu'), means };
}

/** `Sling the report over to Mia`: something is moved to someone, however the hand moves. */
function handing(verbs: string): Idiom {
  return {
    says: new RegExp(`^(?:${verbs}) (.{2,160}?) (?:over|across|on over|right over) to `, 'iu'),
    means: 'send $1 to ',
  };
}

const theThing = '(?:the |a |an |our |their |his |her |its |some )?';

const idioms: readonly Idiom[] = [
  // What only gets written, looked at or thought about.
  opening(
    '(?:put|knock|throw|pull|sling|cobble|scrape|piece|bring|get) together|whip up|rustle up|dream up|cook up|think up|mock up|conjure up|come up with|hammer out|bang out|dash off|jot down|note down|write down|write up|sum up|boil down|flesh out|sketch out|spell out|work out|figure out|puzzle out|suss out|weigh up|size up|read up on|brush up|touch up|liven up|jazz up|sharpen up|tighten up|clean up the (?:wording|language|prose|grammar|spelling|style|tone|text|formatting)',
    'write',
  ),
  opening(
    'kill (?:the |all |any )?(?:dead|unused|unreachable|commented-out|obsolete) ',
    'refactor the ',
  ),
  {
    says: /^mark (.{2,120}?) as (?=(?:paid|settled|cleared|collected|shipped|delivered|complete|completed|done|resolved|reviewed|spam|fraud|read)\b)/iu,
    means: 'update $1 as ',
  },
  opening(
    '(?:bring|get|fill|catch|walk|talk|run|take) me (?:up to speed (?:on|with)|up on|in on|through)|take stock of|get a feel for|poke around in|go over|run through',
    'explain',
  ),
  {
    says: /^(?:stick|pop|plonk|bung|shove|slap|chuck|dump|sling|fling|plop|whack) (.{2,120}?) (?:up )?(on|onto|in|into) (?=(?:a|an|the|our|my|their|some)\b)/iu,
    means: 'put $1 $2 ',
  },
  {
    says: /^let (anyone|anybody|everyone|everybody|whoever) (.{0,60}?)(?:sign|log|get|come|walk|enter) ?in(?:to)?/iu,
    means: 'make access public to $1 $2',
  },
  opening(
    '(?:skip|forget|bypass|dodge|forgo|waive|drop) (?:the |any |all )?(?:code )?(?:reviews?|approvals?|checks?|sign-?offs?)(?= and )',
    'bypass the approval',
  ),
  opening('issue (?=(?:every|all|each|our|the|\\d))', 'give'),
  opening('(?:splash|splurge|blow|lash) out(?: on)?|max out|burn through', 'spend money on'),
  opening(
    'get (?=.{2,80} (?:on|onto) (?:the )?(?:new|latest) (?:terms|plan|prices?|version|release|contract))',
    'change the contract of ',
  ),
  opening(
    '(?:go|look|sift|leaf|wade) through(?= .{2,120} and (?:tell|list|count|find|summar|report|check|write|note|see|say|show|give me|let me know))',
    'read',
  ),
  opening(
    'take (?:a |an |another |some )?(?:screenshots?|photos?|pictures?|looks?|notes?) (?:of|at)',
    'look at',
  ),
  {
    says: /^open (?=(?:(?:the|your|my|our|up) )?[^,.]{0,40}\b(?:settings|preferences|menu|page|window|app|tab|dialog|panel|browser|editor|console|terminal)\b)/iu,
    means: 'look at ',
  },
  // `Refund the order, 34.90 for the mug`: what is given back is a sum.
  {
    says: /^(refund|reimburse|credit) .{0,80}?(?<![\p{Sc}\d])(\d{1,5}[.,]\d\d)\b(?! ?(?:\p{Sc}|[A-Za-z]{3}\b(?<=EUR|USD|GBP|CHF|eur|usd)))/iu,
    means: '$1 $$$2 ',
  },
  // Money.
  opening(
    'square (?:things|it|this|accounts?|the accounts?|everything|everyone) up with',
    'pay the bill of',
  ),
  opening(
    'treat (?=.{2,120} as (?:pre-?)?(?:approved|accepted|confirmed|signed|cleared))',
    'approve all ',
  ),
  opening(
    '(?:pony|stump|cough|ante) up|(?:fork|shell|dish) (?:out|over)|foot (?=the|our|his|her|their)|square up|square(?= (?:the|our|his|her|their|my) )|stand the cost of|pick up (?:the )?(?:tab|bill|cheque|check) (?:for|of)',
    'pay',
  ),
  opening(
    `(?:cut|write|make out|draw) (?:(?:\\p{L}+ ){1,3})?${theThing}(?:cheque|check)(?: (?:for|of|over))?`,
    'pay',
  ),
  opening('settle up with', 'pay'),
  {
    says: /^(?:upgrade|bump|move) (?=(?:me|us|him|her|them|both|everyone|all|the)\b.{0,60} to (?:business|first|premium|club|executive|a suite|the suite|a bigger)\b)/iu,
    means: 'pay the fee of ',
  },
  // What is handed to someone.
  handing(
    'sling|fling|lob|chuck|shoot|ping|zap|bung|pop|whizz|fire|slip|toss|throw|zip|beam|hurl|flick|squirt|whisk|ferry|cart|truck|shovel|dump|pipe|bounce|pass|bring|get',
  ),
  // Words to people.
  opening(
    '(?:drop|shoot|ping|fire|dash|zap) (?=.{2,80} an? (?:line|note|mail|email|text|message)(?![\\p{L}-]))|get the word out (?:to|among)|spread the word (?:to|among)|break (?:it|the news) to|break (?=the news)|give a heads-up to|send word to|put out word to|pass the word to|ring round|ring up|ring|phone round|phone up|phone|telephone|drum up',
    'notify',
  ),
  // What ends.
  opening(
    '(?:clear the decks of|make a clean sweep of|have a clear-out of|make short work of|put an end to|deep-six|eighty-six|see the back of|sweep up|muck out|strike|cross out|scratch|scrap|consign to the dustbin|flatten|level|rub out|snuff out|pulverise|pulverize|incinerate|vaporise|atomise|do away with|give the boot to|give the axe to|give the chop to|send to the scrapheap|get shot of|rid ourselves of|rid yourself of)',
    'delete',
  ),
  opening(
    '(?:bring (?:down )?the curtain down on|pull the rug from under|call time on|pull the shutters down on|turn (?:out )?the lights out on|put (?:the )?(?:lid|brakes) on|bring to a halt|bring to its knees|put on ice|put to sleep|put to bed|kill off|knock offline|take off the air|take off the grid)',
    'shut down',
  ),
  // What is decided.
  opening(
    '(?:rubber-?stamp|green-?light|wave through|nod through|rush through|ok|okay|give (?:the nod|the green light|the go-ahead|the thumbs up|your blessing|our blessing|my blessing|a yes) to|say yes to|put your name (?:to|under)|put my name (?:to|under)|ink|initial|put pen to paper (?:on|for))',
    'approve',
  ),
  opening(
    '(?:knock back|turn down|throw out|kick back) (?=.{0,60}(?:claim|request|application|appeal|offer))',
    'reject ',
  ),
  // Rights and protections.
  opening(
    '(?:poke|punch|knock|drill|blow|make|cut|bore) (?:a |some )?(?:holes?|gaps?) (?:in|into|through)',
    'open',
  ),
  opening('(?:drop|lower) the (?:drawbridge|shields?|guard) (?:on|of|for)', 'open'),
  opening('(?:give (?=.{2,80} (?:free rein|the run of|carte blanche)))', 'grant admin rights to '),
  opening(
    '(?:dig up|dig out|fish out|ferret out|sniff out|winkle out|unearth|prise out|worm out)',
    'fetch',
  ),
  // One out of several.
  opening('(?:fold|roll|lump|fuse|meld|blend|collapse|weld)', 'merge'),
  // Prices and sums.
  opening(
    '(?:crank|jack|ratchet|dial|nudge|hike|push|bring|knock|notch)(?: up| down)?(?= .{0,80}(?:prices?|fees?|rates?|rents?|budgets?|salar(?:y|ies)|limits?|bids?|spend)(?![\\p{L}-]))',
    'change',
  ),
];

/** The same order in plain words, where it speaks in an idiom. */
export function plainOrder(order: string): string {
  for (const { says, means } of idioms) {
    const [said] = says.exec(order) ?? [];
    if (said === undefined) continue;
    return order.replace(says, said.endsWith(' ') ? `${means.trimEnd()} ` : means);
  }
  return order;
}
