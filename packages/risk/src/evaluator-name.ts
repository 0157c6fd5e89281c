import { sha256OfText } from '@countersign/protocol/crypto';
import { catalogueFiles } from './catalogue/catalogue-files.ts';
import { onFirstUse } from './first-use.ts';

const catalogueDigest = onFirstUse(() => sha256OfText(JSON.stringify(catalogueFiles)));

/**
 * The name of the evaluator: the version of the product, and its catalogue of tools. Two programs of one name give the
 * same answer to the same action, policy and context.
 */
export function evaluatorName(version: string): string {
  return `${version}/${catalogueDigest().slice('sha256:'.length, 'sha256:'.length + 16)}`;
}
