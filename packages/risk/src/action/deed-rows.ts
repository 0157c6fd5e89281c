import type { SignalName } from '../signals.ts';

/** A deed that a verb and a thing name together, whatever service does it. */
export interface Deed {
  readonly verbs: ReadonlySet<string>;
  readonly things: ReadonlySet<string>;
  readonly signal: SignalName;
  readonly evidence: string;
  /** The thing may also stand in the name of a parameter: `raise_temperature` of a `reactor`. */
  readonly byKey: boolean;
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}

const row = (byKey: boolean, [signal, evidence, verbs, things]: DeedRow): Deed => ({
  verbs: wordSet(verbs),
  things: wordSet(things),
  signal,
  evidence,
  byKey,
});

type DeedRow = readonly [signal: SignalName, evidence: string, verbs: string, things: string];

export const opensDoor = 'opens a door or switches off an alarm';
export const machineMoves = 'moves a machine in the world';

/** Ordered: the first row that fits is reported. Each row has its own reason, so that a person sees what is meant. */
const named: readonly DeedRow[] = [
  [
    'access_change',
    'opens a way in from the network',
    'open expose forward publish allow',
    'port ports ingress security_group sg firewall nat tunnel',
  ],
  [
    'access_change',
    opensDoor,
    'open unlock release disarm unarm buzz unlatch',
    'door doors garage gate gates lock locks deadbolt entrance safe barrier turnstile alarm alarms vehicle car truck van bus lorry boat bike scooter trunk',
  ],
  [
    'access_change',
    'starts a vehicle without its driver',
    'remote_start remote start unlock valet honk summon',
    'remote_start_drive start_drive vehicle_command tesla_vehicle car_start valet_mode remote_start',
  ],
  [
    'access_change',
    'gives a code or a key to a door',
    'create add issue generate share send make clone copy program',
    'smartlock lock_passcode lock_pin passcode door_code lock_code entry_code access_code gate_code key_fob keycard door_key',
  ],
  [
    'deployment',
    'puts a version where users get it',
    'set make put push switch',
    'build_live release_live version_live live_build live_release live_version live_branch',
  ],
  [
    'access_change',
    'takes away a safety device',
    'override bypass disable defeat suppress silence ignore mute skip disarm jumper',
    'interlock interlocks safety failsafe estop emergency_stop safeguard light_curtain overpressure interaction_alert',
  ],
  [
    'irreversible',
    machineMoves,
    `dispatch launch fly drive start stop move steer operate energize energise actuate fire open close release run land takeoff arm
    immobilise immobilize ground set adjust turn rotate position raise lower tilt throttle accelerate brake ignite trip vent fill drain`,
    `drone drones robot robots crane forklift vehicle car truck engine pump valve valves turbine furnace boiler reactor conveyor
    centrifuge breaker actuator sprinkler sprinklers irrigation generator elevator sluice dam burner kiln lathe excavator
    locomotive railway winch fleet chamber brakes dosing setpoint setpoints chlorine coolant`,
  ],
  [
    'production_change',
    'stops the work of a plant',
    'stop pause halt suspend shutdown shut idle disable interrupt cut kill freeze',
    `conveyor conveyors furnace kiln boiler compressor assembly assembly_line production_line packaging_line bottling_line
    filling_line paint_line welding_line manufacturing_line plant factory smelter mill refinery turbine crane press_line
    manufacturing`,
  ],
  [
    'irreversible',
    'replaces the software of devices',
    'flash push update upgrade install roll',
    'firmware bootloader bios',
  ],
  [
    'irreversible',
    'calls people to an emergency',
    'dispatch call send summon alert request page',
    'ambulance ambulances police firefighters fire_brigade fire_department paramedic paramedics rescue coastguard swat emergency_services bailiff bailiffs',
  ],
  [
    'irreversible',
    'takes goods back from the market',
    'recall withdraw pull',
    'product products batch batches lot lots vehicle vehicles goods shipment_lot',
  ],
  [
    'irreversible',
    'treats a patient',
    `administer inject infuse dispense prescribe titrate adjust set increase give change submit order place issue alter modify
    discontinue stop start raise lower double halve`,
    `dose doses dosage drug drugs medication medications medicine insulin infusion ventilator anesthesia anaesthesia sedation prescription
    chemotherapy transfusion dialysis pacemaker opioid`,
  ],
  [
    'irreversible',
    'admits or discharges a patient',
    'discharge admit commit section sedate intubate operate',
    'patient patients',
  ],
  [
    'irreversible',
    'binds the organisation before an authority or a court',
    'submit file lodge serve send sign execute accept plead settle withdraw waive concede',
    `tax lawsuit court courtfiling efiling complaint motion affidavit patent trademark filing plea settlement visa customs subpoena appeal
    tender bid nda contract agreement lease treaty notice summons injunction writ bankruptcy eviction legal`,
  ],
  [
    'irreversible',
    'ends a contract',
    'cancel terminate end rescind quit annul',
    `contract contracts agreement agreements lease leases tenancy mandate mandates insurance insurance_policy policy_insurance`,
  ],
  [
    'irreversible',
    'starts or ends an employment',
    'hire fire dismiss sack layoff terminate onboard extend make send',
    'candidate candidates hire hires layoff layoffs redundancy severance job_offer employment offer',
  ],
  [
    'irreversible',
    'changes the standing of a person at work',
    'fire dismiss sack layoff terminate demote furlough discharge suspend',
    'employee employees worker workers staff personnel contractor contractors hr employment',
  ],
  [
    'money_leaving',
    'changes what people are paid',
    'cut reduce lower raise increase change adjust set freeze withhold garnish',
    'pay wage wages salary salaries compensation bonus',
  ],
  [
    'irreversible',
    'changes the standing of a student',
    'expel fail suspend exmatriculate unenroll',
    'student students pupil pupils school',
  ],
  [
    'irreversible',
    'changes what people pay to live somewhere',
    'raise increase evict terminate change set',
    'rent rents tenancy tenant tenants lease leases',
  ],
  [
    'irreversible',
    'closes an account with all that is in it',
    'close shut cancel deactivate',
    'account accounts tenant tenants workspace organization membership',
  ],
  [
    'irreversible',
    'cancels a claim for money',
    'void annul write_off writeoff',
    'invoice invoices cheque cheques bill bills payment payments transaction transactions debt',
  ],
  [
    'irreversible',
    'changes the books afterwards',
    'backdate restate antedate postdate falsify',
    'entry entries ledger journal invoice invoices books record records statement',
  ],
  [
    'money_leaving',
    'commits money to another party',
    'award release commit disburse unblock',
    'tender tenders bid bids funds fund escrow purchase_order retainer grant_money procurement',
  ],
  [
    'money_leaving',
    'opens or closes positions at a market',
    'buy sell short long open close liquidate exit unwind leverage rebalance',
    'positions portfolio holdings trading brokerage futures margin perp equities securities',
  ],
  [
    'money_leaving',
    'makes an offer that binds',
    'submit place make raise counter send accept',
    'bid bids offer_submit counteroffer offer_accept accept_offer submit_offer place_offer make_offer',
  ],
  [
    'irreversible',
    'changes an official record about a person',
    'alter amend modify overwrite change edit falsify rewrite replace',
    'transcript transcripts ehr emr medical_record health_record patient_record diploma degree criminal_record',
  ],
  [
    'access_change',
    'lets other software in',
    'install authorize connect',
    'app apps bot bots addon add_on integration integrations oauth_app marketplace_app',
  ],
  [
    'outside_message',
    'starts a campaign that reaches people outside',
    'launch start activate enable resume unpause go run begin',
    'campaign campaigns ad ads adset adsets advert adverts advertising',
  ],
  [
    'data_leaving',
    'sends mail that arrives here on to another place',
    'redirect reroute divert forward',
    'mailbox incoming inbox mailroom mail mails',
  ],
  [
    'access_change',
    'changes who may read and write',
    'set update replace deploy publish change put',
    'security_rules firestore_rules firebase storage_rules database_rules access_rules',
  ],
  [
    'deployment',
    'sends the traffic of a name elsewhere',
    'point repoint redirect reroute park transfer switch',
    'domain domains dns hostname nameserver nameservers traffic',
  ],
  [
    'irreversible',
    'makes something false look true',
    'forge fake falsify fabricate counterfeit doctor backdate antedate postdate invent',
    `signature signatures contract contracts certificate certificates invoice invoices receipt receipts minutes document documents
    letter record records date dates timestamp timestamps evidence id passport diploma stamp seal testimony`,
  ],
  [
    'access_change',
    'watches or listens to people',
    'wiretap bug tap eavesdrop spy record log intercept surveil keylog bug track follow trail',
    `keystroke keystrokes conversation conversations phone phones calls room rooms location locations whereabouts movements
    employee employees staff colleagues wife husband ex girlfriend boyfriend`,
  ],
  [
    'secret_access',
    'breaks a lock open',
    'crack bruteforce brute_force guess break pick jailbreak decipher',
    `password passwords pin pins passcode vault safe zip archive lock encryption wifi login captcha hash hashes account
    accounts phone license licence drm`,
  ],
  [
    'unknown_code',
    'starts a program that harms or works for others',
    'run start install compile build launch deploy keep plant inject spread unleash',
    'miner cryptominer keylogger botnet ransomware malware rootkit trojan worm virus spyware stealer backdoor exploit flooder',
  ],
  [
    'irreversible',
    'changes the standing of a student',
    'give change set raise lower alter fix bump improve award',
    'grade grades gpa transcript marks_up student students pupil pupils class_grade exam_mark exam_marks',
  ],
  [
    'irreversible',
    'changes what doctors rely on',
    'change alter set edit remove take strike add',
    'blood_type allergy allergies triage transplant transplant_list donor_list organ dnr do_not_resuscitate blood_group',
  ],
  [
    'production_change',
    'stops a market or opens it again',
    'halt suspend stop resume freeze pause',
    'trading market auction exchange order_book listing_day',
  ],
  [
    'access_change',
    'lifts a block on an account',
    'unfreeze unblock unlock reinstate reactivate unban unsuspend release lift',
    'account accounts sanction sanctions wallet wallets card cards embargo',
  ],
  [
    'irreversible',
    'changes who owns something before the world',
    'register transfer assign sign_over deed bequeath',
    'trademark patent copyright title deed estate house car land domain ownership',
  ],
  [
    'large_amount',
    'raises a limit of what may be spent',
    'raise increase lift boost extend set change update',
    'credit_limit spending_limit spend_limit card_limit overdraft',
  ],
  [
    'irreversible',
    'sends away all guests or patients at once',
    'checkout check_out discharge evict',
    'checkout_all check_out_all discharge_all evict_all',
  ],
  [
    'production_change',
    'stops data on its way',
    'pause disable stop suspend halt delete',
    'connector connectors dag dags replication cdc ingestion',
  ],
  ['deployment', 'takes something offline', 'take bring pull knock put go', 'offline down'],
  [
    'bulk_message',
    'calls a whole list of people',
    'call dial phone robocall ring autodial text',
    'list lists customers customer_list leads audience segment prospects members subscribers',
  ],
];

/** Here the thing is often a parameter of its own. */
const keyed: readonly DeedRow[] = [
  [
    'irreversible',
    machineMoves,
    'raise lower increase decrease set adjust vent open close start stop fill drain override bypass heat cool pressurize pressurise',
    'reactor tank valve pump turbine furnace boiler kiln crane drone robot breaker sluice vessel autoclave',
  ],
  [
    'irreversible',
    'ends an employment',
    'dismiss fire sack layoff demote',
    'employee employee_id worker worker_id staff_id person personnel_number',
  ],
  [
    'deployment',
    'sends the traffic of a name elsewhere',
    'point repoint redirect reroute',
    'host hostname domain',
  ],
];

export const deeds: readonly Deed[] = [
  ...named.map(told => row(false, told)),
  ...keyed.map(told => row(true, told)),
];
