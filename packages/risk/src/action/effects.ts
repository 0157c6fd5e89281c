import { everydayVerbs } from './everyday-verbs.ts';

/**
 * The effects of a call on the world, from the least to the gravest. The order breaks ties between several verbs in one
 * name.
 */
const effects = [
  'read',
  'simulate',
  'draft',
  'create',
  'update',
  'unknown',
  'control',
  'export',
  'send',
  'approve',
  'weaken',
  'grant',
  'deploy',
  'delete',
  'refund',
  'charge',
  'pay',
] as const;

export type Effect = (typeof effects)[number];

const verbs: Readonly<Record<Exclude<Effect, 'unknown'>, string>> = {
  read: `get list read search find fetch trivy grype semgrep gitleaks lookup look view show describe query count check inspect browse navigate
    screenshot snapshot_page browser_snapshot page_snapshot dom_snapshot accessibility_snapshot track status stat stats info head tail grep glob ls cat watch monitor history diff compare
    analyze analyse summarize summarise translate extract parse classify detect explain think reason retrieve scan peek
    observe poll ping resolve_name whois trace free verify lint measure geocode render recall select scroll hover wait sleep
    download pull load crawl scrape recognize ocr transcribe goto back forward_page use discover enumerate filter sort
    tokenize embed rank lookup_user whoami me kafka_consume rabbitmq_consume nats_consume pulsar_consume consume_message consume_messages consume_topic consume_queue read_only tree cd pwd highlight zoom focus has is exists can test tests
    unread outline hash decode encode reveal visit answer consult introspect identify understand review inventory benchmark profile
    receive fetchall getall listall run_tests run_test run_query run_report run_dashboard run_search search_run report_run query_run run_lint run_analysis run_check
    run_checks typecheck type_check thinking reasoning sequentialthinking dedupe_check duplicate_check merge_check run_benchmark ps result results report reports top levels agenda burndown definition references symbols percentiles trend trends graph chart breakdown leaderboard feed overview insight insights topology catalog availability uptime latency errors traces spans progress eta directions autocomplete suggestions spellcheck similarity sentiment consumption lineage completions diagnostics coverage backlinks mentions attendance freebusy whereabouts logs metrics details balance version summary weather usage activity changelog timeline dashboards run_typecheck run_eval execute_query execute_report call_log sign_in log_in look_up free_busy open_page open_url
    open_file open_tab new_tab switch_tab select_tab test_connection page_down page_up dry_read who pending collect sample print display help ask clarify heartbeat health healthcheck aggregate locate`,
  simulate: `preview simulate simulation plan estimate forecast predict quote calculate compute calc dryrun validate whatif
    rate_quote price_quote get_quote suggest propose recommend evaluate rehearse model projection eligibility mock what dry_run dryrun what_if backtest
    paper_trade paper_trading appraise prognosticate`,
  draft: 'draft drafts compose prepare stage template sketch scaffold todo brainstorm outline_doc',
  create: `create add insert new make register append upload put post open save store write log record submit book schedule
    generate clone copy duplicate fork import init enqueue comment attach upsert bookmark react star note remember memorize
    build compile format commit checkout push reserve ingest produce snapshot index zip unzip compress decompress tar observe_event capture_screenshot paste type click
    press drag key fill tap swipe upload_file login signin annotate start synthesize synthesise`,
  update: `update edit modify patch change set rename move replace adjust assign reassign tag untag label mark toggle configure
    enable alter transition resolve close reopen link restore extend pin unpin play end snooze archive unarchive complete escalate
    increment convert reconcile accept confirm void merge_records apply_patch patch_apply diff_apply apply_diff apply_edit apply_edits apply_label apply_labels apply_tag apply_template hold unhold requeue fulfill return exchange reactivate apply_coupon apply_discount apply_filter apply_style apply_formatting apply_theme apply_promo respond reschedule restock replenish rebook postpone prolong relabel enrich redline proofread annotate_document reprioritize prioritize acknowledge ack claim subscribe unsubscribe swap_labels
    touch increase decrease raise lower boost point repoint reorder sync refresh rewrite fix categorize triage map normalize dedupe deduplicate overwrite put_item cancel
    backdate antedate postdate restate unassign decline award grant_extension grant_points grant_leave grant_trial grant_discount grant_days rate vote score combine split follow unfollow lock turn_on clear_form clear_selection clear_search clear_screen clear_console reset_zoom reset_view reset_layout
    play_sound play_music play_song play_audio play_chime play_radio play_playlist water_zone water_plants water_plant water_garden water_lawn water_bed
    dim_lights dim_light brew_coffee crop trim cut clip burn_subtitles rotate_image flip_image blur sharpen brighten darken stitch
    splice concat join join_call leave leave_channel leave_call leave_room end_call end_meeting terminate_call hang_up kill_timer
    stop_recording stop_timer shoot_photo take_photo snap shoot_video fire_event mute_self mute_myself indent dedent wrap unwrap
    capitalize shorten expand collapse rephrase reword paraphrase polish beautify colorize colourize retouch upscale downscale
    mix remix transpose stretch align distribute group ungroup arrange dispatch_event`,
  control: `restart reboot stop scale resize drain cordon uncordon shutdown shut_down pause resume halt trigger run invoke
    execute exec dispatch retry rerun redrive replay perform kick eval evaluate_script call power hibernate rebuild reindex
    reload recycle vacuum autoscale vent actuate energize energise steer recall_product recall_products recall_batch recall_batches recall_lot recall_vehicle recall_vehicles recall_goods spawn launch_job request perform_action manage handle apply_action hook runner kill_shell kill_bash kill_terminal`,
  export:
    'export dump unload replicate mirror exfiltrate backup offload egress extract_all transmit',
  send: `send reply forward notify broadcast email mail message dm sms text dial publish tweet announce invite remind blast
    page broadcast_message respond_public whisper contact_customer mailshot outreach retweet repost press_release deliver
    push_notification crosspost toot emit ring resend show_banner show_popup show_message display_banner show_notification show_modal`,
  approve: `approve sign countersign decide attest certify endorse override ratify adjudicate vouch decision greenlight signoff
    sign_off self_approve`,
  weaken: `disable deactivate suspend unprotect bypass skip mute silence detach relax downgrade exempt suppress unlock
    unencrypt loosen demote defeat immobilise immobilize whitelist disarm turn_off opt_out switch_off take_down`,
  grant: `grant authorize authorise allow permit elevate impersonate assume delegate share expose trust allowlist unblock
    enroll enrol mint issue_token issue_key issue_certificate rotate publish_link makepublic entitle promote_user login_as sudo escalate_privileges open_to make_public`,
  deploy: `deploy release rollout promote ship apply rollback roll_back roll_out go_live provision migrate upgrade install launch cutover failover
    activate merge rollforward golive redeploy publish_package swap_slots switch reconcile_cluster hotfix revert unpublish bootstrap run_migration run_migrations accept_merge`,
  delete: `delete remove destroy drop purge erase wipe truncate clear flush terminate kill prune expunge shred empty nuke
    uninstall deprovision teardown tear_down clean_up del rm rmdir discard forget anonymize anonymise redact scrub evict reset expire obliterate
    revoke unregister decommission offboard deregister cleanup clean sweep trash unshare dispose wipe_device torch scrap axe bulldoze incinerate ditch vaporize demolish
    ban blacklist abandon brick annul expel unlist jettison junk raze extirpate liquidate delist dismantle undeploy zap hard_delete annihilate eradicate eliminate obsolete retire abort deletion removal`,
  refund:
    'refund credit reimburse chargeback reverse goodwill compensate rebate writeoff write_off waive waiver issue_refund issue_credit apply_credit',
  charge: 'charge capture debit bill invoice recharge collect_payment rebill upcharge',
  pay: `pay transfer wire payout remit disburse settle withdraw purchase buy spend donate tip swap trade invest topup fund
    checkout_cart repay prepay payroll place_order reorder_stock send_money cashout cash_out advance procure redeem issue_card issue_gift top_up place_bid`,
};

const everyday: Partial<Readonly<Record<Effect, string>>> = everydayVerbs;

/** Verb to effect. A word that is in two lists keeps the graver of the two. */
export const effectOfVerb: ReadonlyMap<string, Effect> = new Map(
  effects.flatMap(effect =>
    effect === 'unknown'
      ? []
      : [verbs[effect], everyday[effect] ?? '']
          .join(' ')
          .trim()
          .split(/\s+/)
          .map((verb): [string, Effect] => [verb, effect]),
  ),
);

/** The graver of two effects. */
export function graver(one: Effect, other: Effect): Effect {
  return effects.indexOf(one) >= effects.indexOf(other) ? one : other;
}

/** Nothing outside the conversation changes. */
export function isPassive(effect: Effect): boolean {
  return effect === 'read' || effect === 'simulate' || effect === 'draft';
}

/** Cannot be reversed, in any domain. */
export const irreversibleVerbs: ReadonlySet<string> = new Set(
  `purge erase wipe truncate shred expunge obliterate destroy nuke anonymize anonymise redact scrub hard_delete forget
  eradicate annihilate terminate deprovision decommission`.split(/\s+/),
);
