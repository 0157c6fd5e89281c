import { onFirstUse } from '../first-use.ts';
import { formsOf, type VerbForm } from './inflect.ts';
import { wordMap } from './word-list.ts';

/**
 * What kind of change a verb makes. `act` does whatever was spoken of: "apply it", "proceed". `touch` is any
 * verb that is not known, judged by its object alone. `depart` is a thing that goes: "the funds leave".
 */
type EffectClass =
  | 'delete'
  | 'drop'
  | 'overwrite'
  | 'pay'
  | 'refund'
  | 'message'
  | 'deploy'
  | 'infra'
  | 'grant'
  | 'export'
  | 'reveal'
  | 'config'
  | 'disable'
  | 'run'
  | 'send'
  | 'move'
  | 'cancel'
  | 'bypass'
  | 'buy'
  | 'format'
  | 'act'
  | 'touch'
  | 'depart';

export interface EffectVerb {
  readonly verb: string;
  readonly effect: EffectClass;
  /** Says enough by itself: its object is taken for something that matters unless it is known not to be. */
  readonly strong: boolean;
  /** Words that complete it, next to it or a few words on: "tear … down". */
  readonly particle: readonly string[];
}

/** Verbs by class; `verb+word` needs the word, `verb+of` may have an object in between. A star is strong. */
const lexicon: Readonly<Record<Exclude<EffectClass, 'touch' | 'depart'>, string>> = {
  delete: `
    delete* purge* wipe* erase* nuke* obliterate* expunge* destroy* shred* eradicate*
    annihilate* vaporize* obliviate* torch* bulldoze* deprovision* offboard* decommission*
    deactivate* del* rm* rmdir* unlink* terminate* zap* trash* discard hard-delete*
    soft-delete mass-delete* bulk-delete* batch-delete* remove clear prune flush scrub cull
    kill axe scrap bin empty evict expire retire tidy clean sweep dump+overboard prune+away
    reap get+rid+of* blow+away* wipe+out* wipe+away* clear+out* clear+away* clean+out*
    clean+up tidy+up throw+away* throw+out* dispose+of* do+away+with* let+go+of take+out+of
    part+with say+goodbye+to drop+off make+disappear sweep+away thin+out weed+out hose* strip
    toss chuck* ditch lose sunset disband dissolve tear+down* rip+out cut+loose close+down
    shut+for+good remove+permanently zero+out blank+out null+out uninstall unpublish dismantle
    unregister deregister delist liquidate+records merge+duplicates dedupe deduplicate
    anonymize redact free+up reclaim drain+queue yank burn raze* demolish* eliminate*
    extirpate* exterminate* cancel+out take+out remove+from unsubscribe+all mow+down
    write+over+with+zeros cleanse offload+forever phase+out wind+up pull+down rub+out*
    root+out* do+in slash winnow prune+back gut* vanish discontinue* mothball bury wipe+clean*
    clear+down* cast+aside lay+to+rest put+down put+out+of consign tombstone* hard-wipe*
    unprovision* retire+for+good garbage-collect purge+out* unshare+forever bid+farewell+to*
    wave+goodbye+to* kiss+goodbye* put+to+rest* tear+up* rip+up*`,
  drop: `
    drop truncate* alter rename migrate backfill repartition reindex vacuum detach+partition
    denormalize normalise+table alter+table`,
  overwrite: `
    overwrite* clobber* force-push* force+push* force-pushing* replace rewrite reset revert
    restore rebase amend squash merge push stomp+on* paste+over* save+over write+over*
    copy+over import roll+back+to reimport reseed re-seed hard-reset* undo rollback
    fast-forward reinitialize reinitialise re-initialize wipe+and+replace mass-update*
    bulk-update* bulk-edit* mass-edit* supplant supersede force-update* force+update*
    forcibly+update* hard+reset* roll+over back+out regress reapply overlay downgrade+to
    swap+the+contents+of backdate falsify doctor tamper+with repopulate reload re-import
    rollback+to swap+for take+the+place+of* go+in+place+of* write+on+top+of* put+on+top+of* save+on+top+of* paste+on+top+of* copy+onto*
    paste+onto* flash+over* flash+onto* copy+on+top+of* load+on+top+of* write+back reconcile merge+into push+over re-create turn+back wind+back`,
  pay: `
    pay* wire* remit* disburse* reimburse settle transfer charge bill debit withdraw donate
    payout* pay+out* repay prepay tip fund credit advance invoice cash+out* liquidate* sell
    trade stake swap rebill re-bill auto-charge double invest escrow clear+invoice top+up
    write+off* reverse release+funds hand+out+money cash+in shell+out fork+out cough+up
    part+with+money send+money redeem levy deduct recharge acquire+shares honour honor
    put+down+deposit bankroll top-up* recoup garnish underwrite expense splurge draw+down
    sweep put+up wager bet remunerate outlay auto-pay`,
  refund: `
    refund compensate chargeback reimburse+customer give+back+money pay+back* return+money
    credit+back* waive`,
  message: `
    email mail remind message text notify announce post tweet broadcast* publish inform tell reply
    respond alert spam blast* mass-mail* write+to reach+out+to contact send+out newsletter dm
    ping sms fax retweet press-release page spread circulate mail+out blog submit file+with
    broadcast+to shout mass-email* bulk-email* e-mail let+know tip+off brief leak+to
    notify+all robocall* text+all push+notify pitch cold-email* cold-call* answer apprise
    telegram whatsapp file lodge petition warn advise invite+all get+in+touch+with reach+out
    drop+a+line get+hold+of`,
  deploy: `
    deploy* redeploy* take+over+from ship release promote launch roll+out* rollout* roll+back go+live*
    cut+over* cutover* switch+over* flip+over* push+to+prod* push+live* push+out merge+to+main
    merge+into+main merge+to+master merge+into+master put+live* make+live* hotfix*
    go+out+to+everyone publish+package swap+slots ramp bump+to cut+over+to cut-over*
    flick+the+switch flip+the+switch throw+the+switch put+into+production* put+into+prod*
    take+live* bring+live* turn+loose unleash* hot-fix* hot-patch* dark-launch* soft-launch*
    unveil go+to+production* push+through greenlight+release fan+out roll+forward*
    rollforward*`,
  infra: `
    restart reboot shrink enlarge shut+down shutdown power+off stop scale downscale upscale resize fail+over*
    failover* drain cordon provision spin+up spin+down take+down bring+down take+offline*
    detach reprovision patch upgrade downgrade unplug bounce recycle halt tear+down+stack
    destroy+stack reimage* re-image* rebuild recreate replace+node cut+off disconnect
    decommission+host hibernate turn+down wind+down quiesce evacuate power+cycle* powercycle*
    relocate fence demote hotswap downsize rightsize right-size spin+back failback* fail+back*
    fail+over+to cold-start warm-restart hard-reboot* repave* reinstance pull+the+plug*
    power+down* switch+over+dns migrate+host kick+over re-provision repurpose rescale
    expand+cluster partition+network taint uncordon suspend+vm resume+vm reboot+all swap+over
    shut+off* shut take+out+of+service* remove+from+service* turn+off+server move+traffic
    offline set+up`,
  grant: `
    grant* give make+public* make+private share invite open open+up expose* allow whitelist*
    allowlist* elevate* escalate unlock authorize authorise assign chmod* chown* impersonate*
    add rotate revoke reissue reset+password mint* issue+token hand+out loosen relax weaken
    widen permit entitle make+admin make+owner make+readable make+writable make+world-readable
    make+accessible accept+invitation delegate regenerate generate create whitelabel onboard
    sign+in+as log+in+as federate hand+over+key put+in+charge vest empower enrol enroll
    promote+to hand deputize deputise sudo share+out give+access open+access unblock+ip
    uncover unmask grandfather credential unseal+access turn+into+admin make+administrator
    make+administrators make+admins make+superuser make+root admit accredit certify sign+over*
    transfer+ownership* signover bestow confer reassign+ownership de-escalate strip+of+rights
    demote+user promote+user unrestrict* let+into let+in let+onto give+the+keys+to* publicize publicise disclose+link punch+a+hole+in`,
  export: `
    export* download upload copy exfiltrate* extract offload hand+over ship+off sync mirror
    replicate duplicate clone attach paste forward publish+data leak* back+up pull+down
    transfer+out cc bcc siphon* scrape zip+up feed egress* ship+to ship+logs+to sync+out+to
    sync+out pipe+to transmit beam hand+to pass+on pass+to relay stream+to rsync scp hoover+up
    pull+off dump+to push+to+vendor give+to divulge* disclose* hand+off smuggle* funnel
    funnel+to expatriate surrender release+data turn+over`,
  reveal: `
    reveal print show read display cat output log echo fetch decrypt expose+secret dump
    dump+out pull pull+out unseal grab`,
  config: `
    change update modify set edit cut trim divert turn+read-only make+read-only halve triple quadruple adjust lower raise point repoint re-point redirect switch
    flip toggle enable turn+on switch+on override extend increase decrease shorten put
    alter+setting swap+out rewire amend+policy reconfigure configure apply+settings reroute
    re-route bump tweak register approve sign countersign accept reject flick dial tune repurpose retarget
    re-target reassign+dns uncap tighten widen+limit allow+all activate arm disarm hardcode
    remap re-map rebind patch+config switch+from swap reduce double+limit halve+limit
    move+setting re-enable reenable impose subscribe+all schedule+change toggle+on toggle+off
    rename+domain renew+certificate push+config mark+as+approved self-approve*
    mark+as+confirmed set+as+approved`,
  disable: `
    disable turn+off switch+off mute suppress suspend pause silence lift lock block ban freeze
    deactivate+protection skip take+off unprotect* opt+out quarantine delay deactivate+flag
    knock+out take+away turn+down+alerts snooze stop+logging stop+monitoring kill+alert
    circumvent+check unset void+protection relax+check strip+protection neuter defang defeat
    hush squelch unplug+monitoring blind cut+out take+down+firewall suspend+account throttle
    kick kick+out boot boot+out expel banish`,
  run: `
    pipe run execute invoke source eval curl launch+script rerun re-run trigger fire+off exec
    install start+script call fire+up detonate unpack+and+run boot+from load+into+shell
    feed+into decode+and+run spawn shell+out+to pipe+into`,
  send: `
    send submit+to drop+ship`,
  move: `
    move shift relocate+funds sweep+funds route`,
  cancel: `
    cancel close archive merge+records unsubscribe expire+all void reassign resolve
    mark+deleted unenroll end+subscription withdraw+offer downgrade+all terminate+contract
    revoke+all decline call+off annul rescind revoke+order nullify invalidate back+out+of
    opt+out+of bow+out merge+accounts consolidate+accounts terminate+agreement discharge
    dismiss fire lay+off let+go give+notice show+the+door furlough sack cancel+out* give+notice suspend+subscription`,
  bypass: `
    bypass* circumvent* sidestep* evade* subvert* get+around* go+around* work+around
    route+around* sneak+past* dodge* skirt* outsmart* short-circuit* slip+past* skip+approval
    dodge+review tunnel+around* ignore+the+block override+the+guard steer+around* hop+over*
    defeat+guard outflank* trick* fool* work+past get+past*`,
  buy: `
    buy purchase order subscribe rent book renew sign+up+for hire lease reserve bid procure
    acquire commission+vendor sign+a+contract place+an+order checkout order+up upgrade+plan
    commit+to+spend take+out+loan enter+into`,
  format: `
    format reinstall reformat* reflash* factory-reset* mkfs* dd* partition repartition+disk`,
  act: `
    proceed continue go+ahead go+on carry+on carry+out move+forward press+on do start begin
    kick+off commence perform apply commit finish finalize finalise complete pull+the+trigger
    push+the+button hit press fire implement initiate resume confirm tackle handle act enact
    advance+to take+the+next+step make+it+so follow+through run+with move+ahead move+on
    get+started get+going go+through+with schedule go+forward pull+it+off push+ahead push+on
    forge+ahead set+in+motion set+it+off let+it+rip let+it+run see+it+through get+it+done
    get+this+done bring+it+home do+the+deed effect discharge+task move+to+execution
    execute+plan take+the+plunge make+the+change make+the+switch go+for+it get+on+with
    take+it+from+here wrap+this+up finish+off`,
};

const phraseSeparator = /\s+/;

function parseEntry(effect: EffectClass, entry: string): EffectVerb {
  const strong = entry.endsWith('*');
  const [verb = '', ...particle] = entry.replace('*', '').split('+');
  return { verb, effect, strong, particle };
}

/** All verbs that a written form may stand for; longer ones, with particles, first. */
export interface VerbReading {
  readonly form: VerbForm;
  readonly verbs: readonly EffectVerb[];
}

function indexVerbs(): ReadonlyMap<string, VerbReading> {
  const index = new Map<string, { form: VerbForm; verbs: EffectVerb[] }>();
  for (const [effect, entries] of Object.entries(lexicon) as [EffectClass, string][]) {
    for (const entry of entries.trim().split(phraseSeparator)) {
      const verb = parseEntry(effect, entry);
      for (const [written, form] of formsOf(verb.verb)) {
        const known = index.get(written);
        if (known === undefined) index.set(written, { form, verbs: [verb] });
        else known.verbs.push(verb);
      }
    }
  }
  for (const reading of index.values()) {
    reading.verbs.sort((a, b) => b.particle.length - a.particle.length);
  }
  return index;
}

const verbIndex = onFirstUse(indexVerbs);

/** Nouns that name an effect: "start the deletion of …". */
const effectNouns: ReadonlyMap<string, string> = wordMap(`
  deletion=delete deletions=delete removal=remove purge=purge wipe=wipe erasure=erase
  cleanup=clean clean-up=clean teardown=destroy destruction=destroy truncation=truncate
  overwrite=overwrite force-push=force-push rollback=rollback payment=pay payout=pay payouts=pay
  transfer=transfer wire=wire refund=refund refunds=refund deployment=deploy deploy=deploy
  release=release rollout=deploy cutover=cutover switchover=cutover failover=failover
  migration=migrate migrations=migrate restart=restart reboot=reboot shutdown=shutdown
  export=export upload=upload dump=dump broadcast=broadcast mailing=broadcast
  newsletter=broadcast campaign=broadcast announcement=announce termination=terminate
  reset=reset prune=prune drop=drop disbursement=disburse upgrade=upgrade downgrade=downgrade
  restore=restore roll-out=deploy go-live=deploy hotfix=deploy destroy=destroy order=order
  purchase=purchase notification=notify sms=sms teardowns=destroy expunction=expunge
  decommissioning=decommission reimage=reimage payroll=pay write-off=write-off expiry=expire
  eviction=evict retirement=retire sunset=sunset sunsetting=sunset reversal=refund
  charge=charge charges=charge chargeback=chargeback top-up=top-up remittance=remit
  settlement=settle switch-over=cutover fail-over=failover cut-over=cutover shutoff=shutdown
  power-off=shutdown anonymization=anonymize truncate=truncate mass-mailing=broadcast
  mailshot=broadcast e-mail=email tweet=tweet broadcasts=broadcast takedown=delete
  closure=close wipe-out=wipe purges=purge deletes=delete wipeout=wipe force-pushes=force-push
`);

const digitsAsLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
};

/** Reads a written word as a verb, also when it hides behind digits or hyphens: `d3lete`, `de-lete`. */
export function readVerb(word: string): VerbReading | undefined {
  const plain = verbIndex().get(word);
  if (plain !== undefined || word.length > 24 || word.length < 4) return plain;
  const bulk = /^(?:bulk|mass|batch|hard|force|multi|auto|pre|insta|double)-(.+)$/.exec(word)?.[1];
  if (bulk !== undefined && verbIndex().has(bulk)) return verbIndex().get(bulk);
  if (word.includes('-') || word.includes('_') || word.includes('.')) {
    const joined = verbIndex().get(word.replace(/[-_.]/g, ''));
    return joined?.verbs.some(verb => verb.strong) ? joined : undefined;
  }
  if (!/\d/.test(word)) {
    // A capital I is drawn like a small l.
    const tall = word.includes('i') ? verbIndex().get(word.replaceAll('i', 'l')) : undefined;
    return tall?.verbs.some(verb => verb.strong) ? tall : undefined;
  }
  if (!/[a-z]/.test(word)) return undefined;
  return verbIndex().get(word.replace(/[013457]/g, digit => digitsAsLetters[digit] ?? digit));
}

/** A verb that is not known to change anything, nor known not to. */
export function unknownVerb(verb: string): EffectVerb {
  return { verb, effect: 'touch', strong: false, particle: [] };
}

export function readEffectNoun(word: string): EffectVerb | undefined {
  const verb = effectNouns.get(word);
  return verb === undefined
    ? undefined
    : verbIndex()
        .get(verb)
        ?.verbs.find(({ particle }) => particle.length === 0);
}
