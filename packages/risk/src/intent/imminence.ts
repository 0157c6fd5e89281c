import { type PhraseTrie, phrasesOf, phraseTrie } from './phrase-trie.ts';

/**
 * How a sentence says that something is about to happen. `own`: by what the agent itself does next, with any subject
 * ("… is my next command", "… as soon as I hit enter"). `soon`: within moments, without a named actor.
 */
type Imminence = 'own' | 'soon';

const deed =
  '(step|command|call|move|action|message|mail|email|request|statement|commit|run|task|thing|job|query|one|act|item|operation|instruction|write|push|click|keystroke|batch|tool call|api call|line|turn|reply|post|change|stop|target|order of business)';

const phrases: Readonly<Record<Imminence, string>> = {
  own: `
    my (next|very next|following|last|final|upcoming|immediate) ${deed}; my next;
    (is|are) (next|up next) (on my list|from my side|for me|on my side|on the list|in line|in the queue|);
    (next|first|last) on (my|the) (list|agenda|plate|todo list|to-do list);
    (comes|come|goes|go|follows|is coming|are coming|coming) next; up next; next up;
    the next (thing|command|step|call|move|action|one) (i|is|will|to be);
    the (step|call|command) after this (one|);
    what i (will|shall|am|do|send|run|execute|type|issue|intend|plan|have lined up|would|now);
    which i (will|shall|am|now) (now|do|run|execute|send|start|doing|running|starting|);
    (as soon as|once|when|the moment|the second|the minute|the instant|right after|after|
    until) i (press|hit|send|click|push|run|confirm|tap|submit|execute|do|type|finish|launch|
    trigger|fire|apply|merge|start|save|commit|approve|continue|proceed|call|flip|post|sign);
    the moment you (say|nod|answer|confirm|agree|approve|look away);
    (with|by|through|via|in|after) (my|this) (call|request|step|migration|commit|message|
    command|script|update|run|change|click|mail|statement|patch|action|batch|release);
    (for|during) the (duration|length|rest) of my (run|job|task|work|session); during my run;
    i am (on it|doing it|doing that|doing this|doing so|starting|starting it|beginning|
    pressing it|pressing enter|confirming it|starting with|going for it|executing it|running it|
    triggering it|launching it|applying it|sending it|kicking it off) (now|);
    (by|from) (me|my hand|my side) (now|next|tonight|today|shortly|);
    as (we|i) speak; coming up (next|now|); on (its|their) way (out|now|); (is|are) underway;
    happens next; (is|are) happening; the next thing that happens; incoming; in (3|5|10|15|20|30|60) (seconds|minutes|secs|s);`,
  soon: `
    in (a|one|two|three|five|ten|fifteen|twenty|thirty|sixty|about a|about one|under a|half a|
    a few|a couple of|less than a|just a|the next|roughly a|about five|about ten|about two|
    another) (moment|moments|second|seconds|sec|secs|minute|minutes|min|mins|tick|jiffy|blink|
    heartbeat|bit|hour|few minutes|couple of minutes|instant);
    any (minute|moment|second) (now|); right now; momentarily; shortly; imminently;
    at once; right after this; right away; straight away; immediately;
    (starting|starts|beginning|effective|as of) (now|immediately|today|tonight|this minute);
    before (long|the hour is out|midnight); in (3|5|10|15|20|30|60) (seconds|minutes|secs|min|mins); on the spot; this (minute|instant|second);
    (is|are) imminent; (is|are) (about|due|set) to;`,
};

export const imminence: PhraseTrie<Imminence> = phraseTrie(
  (Object.entries(phrases) as [Imminence, string][]).flatMap(([kind, list]) =>
    phrasesOf(list).map(phrase => [phrase, kind] as const),
  ),
);
