import * as z from 'zod';
import { EventInclusion } from '../bundle/evidence-bundle.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import { verifyCheckpoint } from '../log/checkpoint.ts';
import { LogLeaf, leafHash } from '../log/log-leaf.ts';
import { verifyInclusion } from '../log/merkle-proof.ts';
import { TreeHash } from '../log/merkle-tree.ts';
import { checkTransition } from '../log/verify-log.ts';
import { logOrigin, makeKey, makeLog } from './bundle-samples.ts';
import { type Crafted, type ForgeryTarget, isSameValue, judged } from './forgery-target.ts';
import { noteKey, sampleEvents, sampleLog } from './signed-targets.ts';
import { mutateValue } from './value-mutations.ts';

// A proof is handed over together with the checkpoint it leads to, for the size and the root that it is checked
// against must be signed.

const parseInclusion = parserOf(
  'inclusion',
  EventInclusion.extend({ leaf: LogLeaf, checkpoint: z.string() }),
);
const parseConsistency = parserOf(
  'consistency',
  z.strictObject({ older: z.string(), newer: z.string(), proof: z.array(TreeHash) }),
);

const readNote = (note: string) => verifyCheckpoint({ note, origin: logOrigin, keys: [noteKey] });

/** The value itself altered in every member, and then written as it should be. */
function* valueForgeries(text: string, judge: ForgeryTarget['judge']): Generator<Crafted> {
  for (const { name, value } of mutateValue(JSON.parse(text))) {
    yield { what: `value ${name}`, judge: () => judge(JSON.stringify(value)) };
  }
}

const other = makeLog(sampleEvents.toReversed());

export function inclusionTarget(): ForgeryTarget {
  const sample = (
    log: ReturnType<typeof makeLog>,
    index: number,
    checkpoint = log.checkpoint(),
  ) => {
    const sealed = sampleEvents[index];
    if (sealed === undefined) throw new Error('expected an event');
    const { event, event_digest } = sealed;
    const leaf = { stream: event.stream, version: event.version, event_digest };
    return canonicalize({ leaf, checkpoint, ...log.include(event_digest) });
  };
  const text = sample(sampleLog, 77);
  const judge = (forged: string) =>
    judged(() => {
      const { leaf, leaf_index, proof, checkpoint } = parseInclusion(parseStrict(forged));
      const verified = readNote(checkpoint);
      if (!verified.ok) return verified;
      const { size, root } = verified.value;
      const claim = {
        leafIndex: leaf_index,
        treeSize: size,
        leafHash: leafHash(leaf),
        root,
        proof,
      };
      return verifyInclusion(claim);
    });
  return {
    name: 'inclusion proof',
    text,
    separator: ',',
    judge,
    isSame: isSameValue(text),
    *crafted() {
      yield* valueForgeries(text, judge);
      const proven = JSON.parse(text);
      for (const [index, { event_digest }] of sampleEvents.entries()) {
        if (index === 77) continue;
        const code = 'log_inclusion_unproven';
        const { leaf } = JSON.parse(sample(sampleLog, index));
        const judgeWith = (change: object) => () => judge(canonicalize({ ...proven, ...change }));
        yield { what: `leaf ${index} for it`, code, judge: judgeWith({ leaf }) };
        yield { what: `as leaf ${index}`, code, judge: judgeWith({ leaf_index: index }) };
        const { proof } = sampleLog.include(event_digest);
        yield { what: `with the proof of ${index}`, code, judge: judgeWith({ proof }) };
        const checkpoint = sampleLog.checkpoint(index);
        yield { what: `under the tree of ${index}`, code, judge: judgeWith({ checkpoint }) };
        const foreign = judgeWith({ checkpoint: other.checkpoint() });
        yield { what: `under another log, ${index}`, code, judge: foreign };
      }
      const forged = sample(other, 77, other.checkpoint(sampleEvents.length, makeKey()));
      const code = 'checkpoint_key_unknown';
      yield { what: 'in a log of a stranger', code, judge: () => judge(forged) };
    },
  };
}

export function consistencyTarget(): ForgeryTarget {
  const size = 77;
  const proof = sampleLog.consistency(size);
  const older = sampleLog.checkpoint(size);
  const newer = sampleLog.checkpoint();
  const text = canonicalize({ older, newer, proof });
  const judge = (forged: string) =>
    judged(() => {
      const claim = parseConsistency(parseStrict(forged));
      const first = readNote(claim.older);
      if (!first.ok) return first;
      const second = readNote(claim.newer);
      if (!second.ok) return second;
      return checkTransition(first.value, second.value, claim.proof);
    });
  return {
    name: 'consistency proof',
    text,
    separator: ',',
    judge,
    isSame: isSameValue(text),
    *crafted() {
      yield* valueForgeries(text, judge);
      const judgeWith = (change: object) => () =>
        judge(canonicalize({ older, newer, proof, ...change }));
      const code = 'log_consistency_unproven';
      for (let at = 1; at < sampleEvents.length; at++) {
        if (at === size) continue;
        yield { what: `from ${at}`, code, judge: judgeWith({ older: sampleLog.checkpoint(at) }) };
        yield {
          what: `proof from ${at}`,
          code,
          judge: judgeWith({ proof: sampleLog.consistency(at) }),
        };
        const rewritten = judgeWith({ older: other.checkpoint(at) });
        yield { what: `from ${at} of another log`, code, judge: rewritten };
        if (at > size) {
          yield { what: `to ${at}`, code, judge: judgeWith({ newer: sampleLog.checkpoint(at) }) };
        }
      }
      yield {
        what: 'backwards',
        code: 'log_rolled_back',
        judge: judgeWith({ older: newer, newer: older }),
      };
      const fork = { older: newer, newer: other.checkpoint(), proof: [] };
      yield { what: 'a fork', code: 'log_forked', judge: judgeWith(fork) };
    },
  };
}
