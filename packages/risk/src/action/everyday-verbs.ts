/**
 * Verbs of everyday work, by what they do. They are separate from the verbs of `effects.ts`, because none of them does
 * anything grave. A tool with such a verb looks, tries out, notes something or changes one small thing. A verb that can
 * do harm without a second word (`freeze`, `spray`, `dissolve`) is left out on purpose, because an unknown verb asks.
 */
export const everydayVerbs = {
  read: `peek probe dig glance survey tally eyeball gauge skim scout sniff spot examine investigate diagnose troubleshoot interpret
    contrast correlate cross_check spot_check assess weigh average tabulate plot visualize visualise illustrate recite narrate cite
    define nowcast geolocate triangulate fingerprint backtrace disassemble decompile reflect dereference unfurl nslookup traceroute
    interrogate listen hear await wait_for recap brief condense abridge tldr fact_check cross_reference nearest neighbors neighbours
    quiz spell pronounce conjugate rhyme dataset_card model_card seat_map site_map 
               `,
  simulate: `emulate trial_run sandbox_run paper_order paper_buy paper_sell can may would could should playtest
    price_check rate_check`,
  create: `jot scribble doodle author pencil_in transcode rasterize rasterise 
    instantiate materialize materialise `,
  update: `renew reissue reprint regrade recount restamp bump nudge rsvp hide unhide disqualify qualify requalify rematch match pair
    unpair begin finish subdivide regenerate recalc recalculate recompute rerender redraw reflow repaginate renumber seat reseat
    check_in check_out checkin clock_in clock_out punch_in punch_out stamp shuffle skip_track skip_song dim tune retune tidy declutter
    favorite favourite unfavorite unfavourite like unlike upvote downvote thank greet congratulate praise nominate shortlist longlist
    defer delay expedite hurry fast_track reprioritise prioritise stash unstash shelve unshelve fold unfold dock undock maximize
    minimize maximise minimise tile autofill autofit pivot bold italicize underline recolor recolour tint shade animate morph pad
    slugify lowercase uppercase titlecase prettify minify autofix refactor inline hoist implement stub localize localise
    transliterate subtitle dub substitute flag unflag rewind fast_forward seek step_over step_into step_out step_back checkpoint
    earmark amend correct rectify captions_on captions_off reclassify recategorize recategorise
    retitle reassess reword resequence excuse unexcuse wake_up wakeup_call handoff hand_off
    hand_over pick_up drop_off resize_window set_timer cancel_timer
    unmute unsnooze unstar unpin unlike unhighlight unfold swap_shift swap_shifts swap_slot swap_slots slot_swap shift_swap seat_swap swap_seats swap_seat regroup rebase amend_commit cherry_pick squash_local `,
  send: 'fax circulate disseminate syndicate loop_in robocall autodial',
  control: `isolate bounce power_cycle respawn relaunch throttle unthrottle prewarm warm_up failback repave reimage reprovision
    rebalance`,
} as const;

/** Verbs of that list that are as often a thing: `seat` in `seat.change`. */
export const everydayThings = `match pair seat stamp punch flag brief survey spot plot tile shade tint dub subtitle checkpoint handoff
  author average bump delay dim fold gauge glance step tail nearest neighbors neighbours pad pivot probe quiz recap spell stash tune
  weigh peek amend scout checkin stub`;
