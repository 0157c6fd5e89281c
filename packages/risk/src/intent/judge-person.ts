import { Deed } from './deed.ts';
import type { EffectObject } from './effect-object.ts';
import { type JudgedVerb, type Judgement, risky } from './judgement.ts';
import { wordSet } from './word-list.ts';

const jobs: ReadonlySet<string> = wordSet(`
  intern interns trainee trainees apprentice apprentices assistant assistants clerk clerks cashier cashiers waiter waitress
  cook nurse nurses driver drivers worker workers employee employees colleague colleagues staff crew shift department
  freelancer freelancers contractor contractors consultant consultants temp temps janitor guard guards secretary tutor
  teacher teachers manager managers analyst analysts engineer engineers developer developers accountant bookkeeper
  salesman saleswoman salesperson technician technicians operator operators supervisor him her
`);
const titles =
  /^(?:head|manager|lead|director|senior|junior|analyst|engineer|officer|supervisor|chief|vp|partner|principal|associate|assistant|foreman|coordinator|specialist|trainee|executive|cfo|ceo|cto|coo|boss|deputy|captain)$/;

/** Someone loses, gets or changes a post: `Fire Martin from sales`, `Let the two interns go`, `Promote Ana to head of finance`. */
class Posting extends Deed {
  get ends(): boolean {
    return (
      this.does(
        'fire',
        'sack',
        'dismiss',
        'suspend',
        'terminate',
        'furlough',
        'axe',
        'discharge',
      ) ||
      (this.verb.verb === 'lay' && this.verb.particle.includes('off')) ||
      (this.verb.verb === 'let' && this.verb.particle.includes('go')) ||
      (/^(?:give|show|hand)$/.test(this.verb.verb) &&
        this.verb.particle.some(word => word === 'notice' || word === 'door')) ||
      (this.verb.verb === 'kick' && this.verb.particle.includes('out'))
    );
  }

  get ofPerson(): boolean {
    const { named, head } = this.object;
    if (named && (head === null || head.type === 'statement')) return true;
    return this.object.phrase.slice(0, 5).some(word => jobs.has(word));
  }
}

export function judgePosting(object: EffectObject, verb: JudgedVerb): Judgement | null {
  const posting = new Posting(object, verb);
  if (!posting.ofPerson) return null;
  if (posting.ends) return risky('permission_change', 'employees');
  const moves = posting.does('promote', 'demote', 'appoint', 'reassign');
  return moves && posting.saysLike(titles) ? risky('permission_change', 'role') : null;
}
