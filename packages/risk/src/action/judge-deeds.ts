import type { SignalName } from '../signals.ts';
import { type CallFacts, mentions, type Report } from './call-facts.ts';
import { addDomains, type Domain } from './domains.ts';
import { role } from './parameter-key.ts';
import { splitWords } from './words.ts';

/** A deed that a verb and a thing name together, whatever service does it. */
interface Deed {
  readonly verbs: ReadonlySet<string>;
  readonly things: ReadonlySet<string>;
  readonly signal: SignalName;
  readonly evidence: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));
const deed = (signal: SignalName, evidence: string, verbs: string, things: string): Deed => ({
  verbs: words(verbs),
  things: words(things),
  signal,
  evidence,
});

const machineMoves = 'moves a machine in the world';
/** Machines that move about a home and hurt nobody. */
const household = words('vacuum hoover roomba mop');

/** In order; the first that fits is reported. Each has its own reason, so that a person sees what is meant. */
const deeds: readonly Deed[] = [
  deed(
    'access_change',
    'opens a way in from the network',
    'open expose forward publish allow',
    'port ports ingress security_group sg firewall nat tunnel',
  ),
  deed(
    'access_change',
    'opens a door or switches off an alarm',
    'open unlock release disarm unarm buzz unlatch',
    'door doors garage gate gates lock locks deadbolt entrance safe barrier turnstile alarm alarms vehicle car truck',
  ),
  deed(
    'irreversible',
    machineMoves,
    'dispatch launch fly drive start stop move steer operate energize actuate fire open close release run land takeoff arm',
    `drone drones robot robots crane forklift vehicle car truck engine pump valve valves turbine furnace boiler reactor conveyor
    centrifuge breaker actuator sprinkler sprinklers irrigation generator elevator`,
  ),
  deed(
    'production_change',
    'stops the work of a plant',
    'stop pause halt suspend shutdown shut idle disable interrupt cut kill freeze',
    `conveyor conveyors furnace kiln boiler compressor assembly assembly_line production_line packaging_line bottling_line
    filling_line paint_line welding_line manufacturing_line plant factory smelter mill refinery turbine crane press_line
    manufacturing`,
  ),
  deed(
    'irreversible',
    'treats a patient',
    'administer inject infuse dispense prescribe titrate adjust set increase give change',
    'dose doses dosage drug drugs medication medications insulin infusion ventilator anesthesia sedation prescription',
  ),
  deed(
    'irreversible',
    'binds the organisation before an authority or a court',
    'submit file lodge serve send sign execute accept plead settle',
    `tax lawsuit court complaint motion affidavit patent trademark filing plea settlement visa customs subpoena appeal
    tender nda contract agreement lease treaty`,
  ),
  deed(
    'irreversible',
    'starts or ends an employment',
    'hire fire dismiss sack layoff terminate onboard extend make send',
    'candidate candidates hire hires layoff layoffs redundancy severance job_offer employment offer',
  ),
  deed(
    'irreversible',
    'closes an account with all that is in it',
    'close shut cancel deactivate',
    'account accounts tenant tenants workspace organization membership',
  ),
  deed(
    'deployment',
    'sends the traffic of a name elsewhere',
    'point repoint redirect reroute park transfer',
    'domain domains dns hostname nameserver nameservers traffic',
  ),
  deed(
    'large_amount',
    'raises a limit of what may be spent',
    'raise increase lift boost extend set change update',
    'credit_limit spending_limit spend_limit card_limit overdraft',
  ),
  deed('deployment', 'takes something offline', 'take bring pull knock put go', 'offline'),
  deed(
    'bulk_message',
    'calls a whole list of people',
    'call dial phone robocall ring autodial text',
    'list lists customers customer_list leads audience segment prospects members subscribers',
  ),
];

/** What is only written about a deed. */
const paperwork = words(
  `draft note notes log status history schedule record records ticket template report preview estimate quote reminder
  stage score screen review search request comment`,
);

/** Deeds outside of computers and accounts that bind others, and those that a plain verb hides. */
export function judgeDeeds(facts: CallFacts, report: Report): void {
  if (facts.place.rehearsal || mentions(facts, paperwork)) return;
  const found = deeds.find(({ verbs, things }) =>
    facts.names.some(
      name =>
        name.words.some(word => verbs.has(word)) &&
        name.words.some((word, at) => {
          const pair = `${word}_${name.words[at + 1] ?? ''}`;
          return (things.has(word) && !(verbs.has(word) && at === 0)) || things.has(pair);
        }),
    ),
  );
  if (found?.evidence === machineMoves && mentions(facts, household)) return;
  if (found !== undefined) report(found.signal, 'high', found.evidence);
  else if (stopsInPlant(facts)) report('production_change', 'high', 'stops the work of a plant');
}

const stopping = words('stop pause halt suspend shutdown shut interrupt kill freeze');
const stations = words('line lines machine machines belt press station equipment unit');
const plants = words('plant plants factory factories mill refinery shopfloor');

/** `stop_line` says nothing by itself; the plant stands beside it, as a key or in the name of a place. */
function stopsInPlant(facts: CallFacts): boolean {
  if (!mentions(facts, stopping) || !mentions(facts, stations)) return false;
  return facts.seen.leaves.some(
    ({ key, value, depth }) =>
      depth === 0 &&
      (key.words.some(word => plants.has(word)) ||
        (typeof value === 'string' &&
          value.length <= 64 &&
          (key.roles & role.prose) === 0 &&
          splitWords(value).some(word => plants.has(word)))),
  );
}

const takingAway = words('download export dump extract scrape harvest pull');

/** Records about people, all of them, on their way out of the place where they are kept. */
export function judgeTakenRecords(facts: CallFacts, report: Report): void {
  const about = new Set<Domain>();
  for (const { key, value, depth } of facts.seen.leaves)
    if (depth <= 1 && typeof value === 'string' && value.length <= 40 && chosen.has(key.name))
      addDomains([value.toLowerCase()], about);
  const personal = facts.tool.domains.has('personal') || about.has('personal');
  if (personal && facts.tool.bulk && mentions(facts, takingAway))
    report('data_leaving', 'high', 'takes all records about people');
}

const chosen = words('include fields columns properties attributes');
