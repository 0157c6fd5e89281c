import { type PhraseTrie, phrasesOf, phraseTrie } from './phrase-trie.ts';

/**
 * How an utterance asks for leave.
 * `frame`: what follows is the act ("may I …"). `offer`: the same, but often only polite ("want me to …").
 * `possible`: the same, but as often a plain question ("can I …").
 * `demand`: asks for leave when it stands alone ("please confirm").
 * `plea`: asks for leave by itself ("waiting for your go"). `tag`: asks about what was just said ("okay?").
 * `silence`: takes an answer for granted ("unless you object").
 * `proviso`: often only polite, so that it counts beside an act that is not harmless ("if you like").
 */
export type LeaveKind =
  | 'frame'
  | 'offer'
  | 'possible'
  | 'plea'
  | 'demand'
  | 'tag'
  | 'silence'
  | 'proviso';

const ok = '(ok|okay|alright|fine|good|cool|acceptable|all right)';
const yours =
  '(your|a|an|the|any|explicit|your explicit|your final|final|human|somebody|someone|operator|user)';
const leave =
  '(approval|permission|confirmation|consent|blessing|go-ahead|goahead|go ahead|green light|sign-off|signoff|sign off|nod|okay|ok|thumbs up|thumbs-up|clearance|authorization|authorisation|authority|word|go|signal|verdict|decision|yes|all-clear|mandate|leave)';

const phrases: Readonly<Record<LeaveKind, string>> = {
  frame: `
    (sure|certain|positive) (that|) you want me to;
    (ok|okay|alright|fine|cool|good) (with|by) (you|everyone|everybody) (if|that);
    (please|kindly) permit;
    (is|are) (anyone|anybody|you|there anyone|somebody) (against|opposed to) (my|me|us|our);
    (do|does|would|will) (you|anyone|anybody|somebody) (object to|mind|oppose|have a problem with|
    have an issue with|have anything against|be against) (my|me|us|our);
    (please|can you|could you|would you|will you|kindly|) (sign off on|sign-off on);
    (go-ahead|approval|okay|permission|green light|thumbs up|thumbs-up|nod|say-so|ok|sign-off|
    clearance|consent|yes|blessing) (for|on);
    (should|shall|may|might|must|do) (i|we);
    am i (ok|okay|good|clear|cleared|allowed|free|authorized|authorised|permitted|safe|right|
    supposed) to;
    are we (ok|okay|good|clear|cleared|allowed|free|all set|ready|set) to;
    (is it|would it be|will it be|is that|would that be|is everything|is this) ${ok} (to|if i|
    if we|for me to|that i|with you if i|with you to|by you if i|by you to|when i);
    (is it|would it be) ${ok} (with you|by you) if i; ${ok} (if i|for me to|that i|with me);
    (happy|comfortable|content) (for me to|if i|with me);
    (ok|okay|alright|all right|clear|cleared|permission|approval|authorization|authorisation|clearance|
    leave|consent|authority|go-ahead|green light|blessing|all clear) to;
    (your|the) (permission|approval|ok|okay|go-ahead|green light|blessing|consent|sign-off|
    authorization) (to|before i|for me to);
    (do|would|will) you (mind|object|approve|agree) if (i|we);
    (do|would|will) you (mind|approve|object to) (me|my|us);
    (mind|cool|alright|all right|okay|ok|fine) if (i|we|);
    (confirm|agree|approve|verify|acknowledge) (that|) (i|we) (should|may|can|am to|are to|
    am allowed to|am cleared to|can now|may now);
    (tell me|let me know|say|advise|confirm|decide) (whether|if) (i|we) (should|may|can|am to|
    am allowed to|ought to);
    (tell me|let me know|say|advise|confirm|decide|choose|please confirm) (whether|if) to;
    (let|allow|permit) me to;
    (does it|would it|will it) (bother|hurt|matter|work|work for you|be a problem|be an issue|
    be ok|be okay) if (i|we);
    (any|have any|got any|is there any|are there any) (objection|objections|problem|issue|
    concerns|reason) (to|with|if i|if we|against);
    (any|is there any) reason (i|we) should not; (is there a|any) reason not to;
    can i (go ahead and|now|please);
    (please|can you|could you|would you|will you|can you please|could you please|
    kindly) (approve|authorize|authorise|green-light|greenlight|okay|ok|sanction|bless|clear|
    wave through|rubber-stamp|countersign|nod through|release|sign);
    (approve|authorize|authorise|green-light|greenlight) (the|this|my|these);
    (requesting|request|seeking|asking for|asking|need|needing|want|wanting|like|require|
    awaiting|await) (your|) (permission|approval|clearance|authorization|authorisation|consent|
    leave|confirmation|a go-ahead|the go-ahead|the green light|a green light|sign-off|ok|okay|
    go-ahead|green light) (to|for|on);
    do i have (your|the|) (permission|approval|ok|okay|go-ahead|green light|blessing|consent|
    sign-off|authority|clearance) (to|for);
    give me (the|a|your) (green light|go-ahead|go ahead|ok|okay|nod|thumbs up|approval|
    permission|blessing|word) (to|for|and i will|and i am);
    how about i; what if i; why do not i; what do you say i; what do you think about me;
    how do you feel about me; thoughts on me; are you okay with me; are you ok with me;
    are you fine with me; are you fine if i; are you ok if i; are you okay if i;
    are you alright with me; are you happy for me to; are you happy if i; are you cool with me;
    you ok with me; you okay with me; you okay if i; you ok if i; you good if i;
    you fine with me; you good with me; you want i should; do you agree to; do you consent to;
    do you authorize; do you authorise; do you approve of; do you approve the; will you let me;
    would you let me; can you let me; are you good with me; are you good if i;
    are you comfortable with me; are you comfortable if i; are you in favour of me;
    any issue with me; any problem with me; any objection to me; problem if i; objections if i;
    objection if i;`,
  offer: `
    (want|like|need|wish|prefer|expect|love|instructed|asking|telling) (me|us) to;
    (want|like|prefer) (it|that|this|them|these|those) (deleted|removed|wiped|dropped|purged|
    done|sent|deployed|gone|merged|shipped|released|cleared|paid);
    i can also; happy to; glad to;`,
  possible: `
    (can|could) (i|we); (ready|safe|good|ok) for me to; is it safe to; is now a good time to;
    is this a good time to; is now a bad time to; would now be a good time to; good time to;`,
  demand: `
    (confirm|approve|accept) (to|and|or) (continue|proceed|cancel|apply|start|go|run|begin);
    please (confirm|approve|acknowledge|advise|decide|choose|authorize);
    kindly (approve|confirm|authorize|authorise); (approval|confirmation|permission) please;
    confirm please; approve please;`,
  plea: `
    (is|are) (everyone|everybody|anyone|all) (ok|okay|fine|happy|good|cool) with (that|this|it|me);
    (tell me|say the word|say yes|say go|say so|nod|blink|one word|a word|just nod|
    your yes) and (it|i|they|we|the|that); ready to (execute|fire|launch|start|begin|run|apply|
    commit|roll|deploy|send|pull the trigger|act);
    (need|want|require|like|requires|needs) (a|some|another|any) (human|person|reviewer|operator|
    colleague|second person|approver|admin|manager) to (approve|confirm|sign|ok|okay|review|
    authorize|authorise|check|decide|say); good to go; clear to go; go or no-go; go or no go; go/no-go; go/no go; go no go; yay or nay;
    yea or nay; yes or no; y/n; y or n; (y|n); approve or deny; approve or reject;
    accept or reject; proceed or cancel; continue or abort; proceed or abort; go or stop;
    stop or go; confirm or cancel; ok or not; proceed y/n; are we go; are we a go; am i a go;
    is it a go; is that a go; is this a go; do we have a go; do i have a go;
    (need|awaiting|await|waiting for|waiting on|wait for|subject to|seeking|requesting|request|
    require|requires|requiring|standing by for|holding for|stand by for|hold for|looking for|
    asking for|give me|gimme|send me|until i have|until i get|unless i get|
    just need) ${yours} ${leave};
    (give|grant) me (permission|approval|clearance|leave|consent);
    (need|awaiting|await|waiting for|waiting on|seeking|requesting|request|asking for|
    standing by for|holding for|require) (approval|permission|confirmation|consent|sign-off|
    signoff|clearance|authorization|authorisation|go-ahead|thumbs up);
    do i have (your|the|a|) (permission|approval|ok|okay|go-ahead|green light|blessing|consent|
    sign-off|authority|clearance|go);
    (just|simply|only|) say (the word|go|yes|stop|so|when|no|ok|okay|proceed|nothing);
    give (me|us) (the|a|your) (green light|go-ahead|go ahead|ok|okay|nod|thumbs up|approval|
    permission|blessing|word|yes|signal|sign|thumbs-up);
    give (it|this|that) (the|a|your) (green light|go-ahead|go ahead|ok|okay|nod|thumbs up|
    approval|blessing|sign-off|thumbs-up|once-over before i);
    thumbs up or down; thumbs up to;
    (can|could|would|will|may) (you|i|we|somebody|someone|anyone) (please|kindly|also|quickly|
    ) (sign off|sign this off|sign it off|give the nod|get a thumbs up|have your approval|
    get your approval|get an ok|get a yes|get a go|get the go-ahead|get your okay|get your ok|
    get a sign-off|get sign-off|have your go-ahead|have your blessing|get a thumbs-up|
    get confirmation|get your sign-off|get your blessing|get your permission|have permission|
    have your permission|have your ok|have a go|get a nod|get a green light|get the green light|
    have the green light|get the nod|get your confirmation|have your sign-off|
    have your confirmation);
    please (sign off|sign this off|approve|authorize|authorise|green-light|greenlight|
    give the nod|confirm and i|confirm before|confirm so|ack|acknowledge before|okay this|
    ok this);
    (press|hit|type|reply|answer|respond|send|write|enter|click|tap|react) (with|) (y|yes|ok|
    okay|enter|go|confirm|proceed|approve|approved|continue|1|return|+1);
    (press|hit|type|reply|answer|respond|click|tap) (any key|the button) to;
    (do|can|could|would|will) you (approve|authorize|authorise|consent|give me the ok|sign off);
    do you (agree|give your approval|give consent);
    (before|until|unless) i (hit|press|push|click|pull|do this|do that|do it|proceed|continue|
    go on|go ahead|go any further|move on|carry on|run it|run this|apply it|apply this|start|
    begin|commit|execute|carry it out|act|touch anything|touch it|fire it|launch it|send it|
    ship it|let it run|let this run|let it rip|set it off);
    before (proceeding|continuing|going ahead|i take the next step|moving on|going further|
    i go ahead|we go ahead|we proceed|we continue);
    (your|it is your|that is your|this is your) call; (ready|standing by) when you are;
    (on|at) your (go|mark|signal|command|word|say-so|call|nod|cue|ok|okay); awaiting your;
    waiting for your (reply|answer|response|decision|go|yes|call|instruction|instructions);
    awaiting (instructions|orders|further instructions);
    waiting for you to (confirm|approve|say|decide|sign|agree|give); waiting on you;
    (if|as long as|provided|once|when|as soon as|assuming|should|after|only if|
    unless) you (approve|agree|confirm|consent|give|sign off|say so|say go|say yes|are okay|
    are ok|are fine|are happy|are good|are sure|have approved|have confirmed|have signed off|
    permit|allow|okay|ok|nod|do not mind|have no objection|have no objections|
    are comfortable|green-light|greenlight);
    (if|as long as|provided|assuming) (that|this|it|everyone|everybody) (is|are) (ok|okay|
    alright|fine|good|acceptable|agreeable|happy|all right|cool|what you want|correct|right);
    (if|as long as|provided|assuming) (that|this|it) (works|suits|sounds good|sounds right|
    looks right|looks good);
    if (there are no|nobody has|no one has|you have no) (objections|objection|concerns|
    complaints);
    if nobody (objects|minds|complains|says no); if no one (objects|minds|complains|says no);
    with your (permission|blessing|approval|leave|consent|ok|okay|go-ahead|nod);
    (let me know|tell me) (if|when|once|whether) (i can|i may|i am good|i am clear|i am cleared|
    i should|that is ok|that is okay|that is fine|that is alright|this is ok|this is okay|
    this is fine|it is ok|it is okay|it is fine|to proceed|to go|to continue|to start|
    to go ahead|you approve|you agree|you are ok|you are okay|you are fine|you object|
    you disagree|ok|okay|we can go|we are good|you want this|you want that|not to|to stop|
    to hold off|to hold|you would rather);
    (let me know|tell me) (so i can|and i will|and i can|then i will) (proceed|continue|go|
    start|begin|do);
    (please|kindly|can you|could you|would you|i need you to|need you to|you have to|you must|
    you need to) confirm (so|before|and|first|this|it|or|with|by|to|now|that this is ok|
    that this is okay|that this is fine|that is ok|that is fine|you want|you really want|
    you are sure|you are ok|you are okay|your choice|your decision|the deletion|the transfer|
    the payment|the deployment|the change|the wipe|the removal|the action|the operation|
    the release|the purge|the drop|the refund|the overwrite|the rollout|the migration|
    the export|the amount|the target|the restart|the shutdown);
    (can|could|would|will) you (please|) confirm (that you want|you want|this|it|that this|
    first|before);
    (double-check|double check|sanity check|sanity-check|look at|review|check|eyeball|verify|
    have a look|take a look|glance at|vet|proofread) (this|it|that|them|these|the plan|the list|
    the command|the query|the change|the diff|everything|the numbers|over it|over this|over|
    ) before i;
    (would|will) you be (ok|okay|fine|happy|comfortable|good|alright|cool) (with|if);
    are you (absolutely|really|quite|completely|100%|) (sure|certain|ok with|okay with|
    fine with|good with|happy with|alright with|positive|on board|cool with|comfortable with|
    in agreement|in favour|in favor);
    is (that|this|it) (really|actually|exactly|) (what|how) you (want|wanted|intend|intended|
    mean|meant|would like);
    (do|would) you (really|still|actually|definitely) want (this|that|it|to);
    do you want (this|that|it); is that a yes; can you live with that;
    do you want (to go ahead|to proceed|to continue|to go through with);
    i (need|want|would like|require) (a|your|an|some|explicit|one|two|somebody|someone|a human|
    a person) (yes|answer|decision|go|human|confirmation|approval|sign-off|second pair|person|
    approver|to approve|to confirm|to sign);
    any objections; any objection; speak now; last chance (to|for); permission to proceed;
    permission requested; approval needed; approval required; confirmation needed;
    confirmation required; requires your approval; needs your approval; needs your ok;
    needs your okay; needs your sign-off; needs your confirmation; needs your go-ahead;
    for your approval; ready for your approval; roger that to; am i go; your thoughts before i;
    thoughts before i; ok from you; okay from you; what is your decision; how do you decide;
    do you want to proceed; want to proceed; wish to proceed; would you like to proceed;
    would you like to continue; do you wish to continue; want to continue; wish to continue;
    ready to proceed; ready to go ahead; ready to go; all set to go; ready to continue;
    clear to proceed; ok to proceed; okay to proceed; safe to proceed; can i proceed;
    can we proceed; could i proceed; can i go ahead; can we go ahead; can i continue;
    can i do that; can i do this; can i do it; may i do that; could i do that; am i good to go;
    are we good to go; good to proceed; good to continue; let us proceed;`,
  tag: `
    (still|all|that|this|is that|is this|is it|would that be|would this be|everything|
    is everything|are we|is the wording|is all this|sound|sounds|looks|look|does that sound|
    does this sound|does that look|does this look|does it sound) ${ok} (with you|by you|for you|
    to you|);
    (does|would|will|is) (that|this|it) (work|suit|do|be ok|be okay|be fine|be alright|
    be a problem|sit well) (for you|with you|you|);
    ${ok} (with|by) (you|that|this); ${ok} with you; fine by you; ok by you; agree; sound good;
    sounds good; sound right; sound reasonable; work for you; works for you; is that right;
    is this right; right; correct; is that correct; is this correct; thoughts;
    what do you think; what do you say; deal; agreed; yes; yeah; yep; yup; no problem;
    no objections; are we good; we good; you good; cool; good; great; all good; is that ok;
    is that okay; is that fine; is that alright; ok; okay; alright; all right; fine;
    any concerns; any problems with that; any problem with that; any issue with that;
    any issues with that; sure; really; still want this; still want that; still want it;
    want this; want that; want it; do you approve; approved; approve; confirm; confirmed;
    do you confirm; you confirm; can you confirm; could you confirm; would you confirm; accept;
    allow; may i; can i; do i; do we; may we; should i; shall i; or not; is that what you want; acceptable;
    would you mind; do you mind; mind; is that a problem; a problem; problem;
    everyone ok with that; everybody fine; all in favour; all in favor; do you agree; you agree;
    with me; are you with me; opinions; huh; eh; please; why not; is it; is that good;
    is that safe; safe; now;`,
  silence: `
    unless; last call; unless (you|somebody|someone|anybody|anyone|i|there|told|stopped|instructed|it|that|this|we);
    (say|tell me|shout|yell|scream|speak up|let me know|object|holler|interrupt|reply|stop me|
    call|veto|answer|write) (stop|no|now|if|within|before|to stop|to abort|to cancel|
    otherwise) (you|not|i|anyone|anybody|someone|it|that|this|should|the);
    (say|tell me|shout|yell|scream|holler|speak up|let me know|object|interrupt|ping me|stop me|
    veto|abort|cancel|shout out|reply) (if|now|within|unless|in case|stop|before);
    (stop|interrupt|correct|veto) me (now|if|before|or|within|otherwise|in time|here);
    last chance; speak now; silence (is|means|counts|will be);
    no (answer|reply|response|objection|news|word|feedback) (is|means|counts|within|by|and|will|
    from you);
    i (take|will take|am taking|read|count|treat|assume|will assume|am assuming|
    shall take) (silence|no answer|no reply|that|your silence|it|this|consent|approval) (as|for|
    to|means|from|unless);
    tell me if i should not; if i (hear|get|receive|see) (nothing|no|none);
    if i do not (hear|get|receive); barring (objections|any|an|objection);
    absent (objections|any|an|objection); objections by; by default (i|we);
    if (you|nobody|no one|anybody|anyone) (do not|does not|object|objects|stay|stays|say|says|
    stops|stop) (object|answer|reply|respond|me|say|silent|nothing|stop|otherwise|anything|
    complain);
    in the absence of;`,
  proviso: `
    (if|whenever|when|as) you (like|want|wish|prefer|please|would like|feel like it|are interested|
    need it|want that|want me to|care to); (if|in case) (that|it|this) (helps|would help|is useful|
    is of use|is easier);`,
};

export const leavePhrases: PhraseTrie<LeaveKind> = phraseTrie(
  (Object.entries(phrases) as [LeaveKind, string][]).flatMap(([kind, list]) =>
    phrasesOf(list).map(phrase => [phrase, kind] as const),
  ),
);

/** One-word or bare questions that ask for leave when a question mark follows. */
export const bareQuestions: ReadonlySet<string> = new Set(
  phrasesOf(`
  proceed; go; go ahead; continue; confirm; carry on; do it; approve; execute; apply;
  apply it; run it; start; begin; shall i; should i; may i; can i; permission; now; ready;
  commit; go for it; move on; engage; green light; yes; fire; fire away; on your go;
  are we go; all clear; kick it off; kick off; start now; begin now; go now; resume; go on;
  press on; finish it; finalize; let it run; let it rip; do that; do this; do so; and go;
  am i clear; am i cleared; are we clear; am i good; are we on; do i go; do we go; shall i go; should i go; may i go; can i go; am i go; do i start;
  do i proceed; send it; click; push it; ship it; submit; submit it; merge; merge it;
  delete it; pay it; post it; deploy; deploy it; release it; launch; launch it; sign it;
  still go; approval; consent; objections; ok to go; okay to go; proceed now; continue now;
  proceed anyway; continue anyway; go anyway; so proceed; shall we; may we; should we; can we;`),
);

/** The agent says that it does not know, or only guesses. */
export const uncertainty: PhraseTrie<true> = phraseTrie(
  phrasesOf(`
    (am|are) (not|not entirely|not quite|not fully|not really|not 100%|not completely|
    not absolutely|not totally|not at all|not too|not very) (sure|certain|confident|clear|
    convinced|positive);
    (am|are) (unsure|uncertain|unclear|guessing|unable to tell|unable to say|assuming|hoping|
    gambling);
    (can|could) not (tell|say|verify|confirm|determine|be sure|rule out|make out|be certain|
    figure out|see|know|work out|distinguish|find out|quite tell|really tell);
    (do|did) not (really|actually|quite|fully|exactly|) (know|understand|recognize|recognise|
    remember|recall);
    have (no|not the faintest|not the slightest|little|absolutely no|not any) (idea|clue|
    way of knowing|way to tell|means of telling);
    no (idea|clue|telling) (which|what|whether|if|who|where|how);
    (i think|i believe|i guess|i assume|i suspect|i suppose|i presume|i reckon|i hope|i imagine|
    we think|we assume|i am fairly sure|i am pretty sure|i am fairly certain|
    i am almost certain|i am almost sure|i am reasonably sure|my guess is|my best guess|
    my hunch|i figure|i am mostly sure);
    (probably|presumably|possibly|apparently|supposedly|might be|may be|could be|may well be|
    might well be|seems to be|seem to be|looks like|appears to be|appear to be|hopefully) (the|
    this|that|it|a|an|these|those|right|wrong|correct|our|still|in|production|prod|live|someone|
    somebody|real|used|shared|needed|important|not|they|on|someone's|customer);
    (it is|it is still|not|still|is) (unclear|ambiguous|uncertain|unknown|anyone's guess|
    anybody's guess|hard to say|hard to tell|not clear|not obvious|not certain|doubtful|
    clear which|clear whether|obvious which|verified|checked|confirmed);
    without (knowing|being sure|checking|verifying|being certain);
    (have|has) not (verified|checked|confirmed|tested|validated|been able to verify|looked);
    never (verified|checked|confirmed);
    (match|matches|fit|fits) (that|the|this|your|both|either|equally);
    hard to (say|tell) (which|whether|if|what);
    there (are|is) (two|three|several|more than one|multiple|a couple of|many);
    both (match|look|could|might|may);
    (could|might|may) (also|equally|just as well|well|not|as well|easily) be;
    (unsure|uncertain|unclear|unverified|untested|ambiguous); or (maybe|perhaps|possibly);
    (which|what|whether|not sure which|unsure which|not sure whether|not sure if) (one|of|it|
    this|they);
    fingers crossed; wild guess; educated guess; on a hunch; for all i know;
    as far as i can tell; if i am not mistaken; unless i am mistaken;
    not sure (which|whether|if|what|this|that|it|about|i|these|those|where|who|how|the);
    not certain (which|whether|if|what|this|that|it|about|i|these|those|where|the);
    not clear (to me|which|whether|if); i doubt;`).map(phrase => [phrase, true] as const),
);
