import { collectTests, type Outcome, runCollected, type Suite } from './collected-tests.ts';
import { importWith, type Mistake } from './planted-world.ts';

/** Sound files, which are imported once. */
const sound = new Map<string, Suite>();

/** Runs tests of a file, named from the root of the repository, as it is or with a mistake planted. */
export async function runTestsWith(
  file: string,
  isAsked: (fullName: string) => boolean,
  mistake?: Mistake,
): Promise<Outcome[]> {
  const asIs = sound.get(file) ?? (await collectTests(() => importWith(file)));
  sound.set(file, asIs);
  const suite = mistake === undefined ? asIs : await collectTests(() => importWith(file, mistake));
  return runCollected(suite, isAsked);
}
