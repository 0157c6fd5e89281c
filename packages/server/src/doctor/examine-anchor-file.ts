import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { examineAnchor, type StoreReader } from '@countersign/coordinator';
import { isInsideFolder, openFileAnchor } from '@countersign/outside';
import type { ExaminedServer } from './examined-server.ts';
import { examined, type Finding, fine, warning, wrong } from './finding.ts';

const check = 'anchor';

/** The mark outside, without which a store that was restored to an earlier state looks like any other. */
export function examineAnchorFile(
  { anchorFile, storeFile, dataFolder, config }: ExaminedServer,
  store: StoreReader | null,
): Promise<Finding[]> {
  return examined(check, 'make its folder usable, or give another place (anchor)', async () => {
    if (anchorFile === null) {
      return [
        warning(
          check,
          'nothing is kept outside the store: one that was put back to an earlier state is not noticed, and what was consumed since could be consumed again',
          'give a file that no backup of the store carries (anchor)',
        ),
      ];
    }
    if (storeFile !== null && isInsideFolder(anchorFile, dataFolder)) {
      return [
        wrong(
          check,
          `${anchorFile} is inside the data folder: a copy of the folder that is put back puts the anchor back too`,
          'keep it elsewhere, on another disk if there is one',
        ),
      ];
    }
    const copied = config.backups.find(folder => isInsideFolder(anchorFile, folder));
    if (copied !== undefined) {
      return [
        wrong(
          check,
          `${anchorFile} is in ${copied}, which is backed up: a backup that is put back puts the anchor back too`,
          'keep it where no backup reaches, or leave it out of the backup and of backups',
        ),
      ];
    }
    if (!existsSync(dirname(anchorFile))) {
      return [
        warning(
          check,
          `${anchorFile} does not exist yet, nor its folder`,
          'a server makes it when it starts; if there was one before, put it back first',
        ),
      ];
    }
    if (store === null) {
      return [
        warning(check, 'not compared: the store could not be read', 'see to the store first'),
      ];
    }
    return compare(store, anchorFile);
  });
}

async function compare(store: StoreReader, file: string): Promise<Finding[]> {
  const compared = await examineAnchor(store, openFileAnchor({ file }));
  if (compared.ok) {
    const mark = compared.value;
    if (mark !== null) {
      return [fine(check, `${file} fits the store, ${mark.consumed_count} consumed`)];
    }
    return [
      warning(
        check,
        `${file} has no mark yet`,
        'a server makes it when it starts; if there was one before, put it back first',
      ),
    ];
  }
  const { code, detail } = compared.refusal;
  if (code === 'store_rolled_back') {
    return [
      wrong(
        check,
        `store_rolled_back: the store is older than it was (${detail})`,
        'put the newest state of the store in place; if it is lost, start a new epoch, which voids every approval of the one before. Never put the anchor back as well',
      ),
    ];
  }
  if (code === 'anchor_mismatch') {
    return [
      wrong(
        check,
        `anchor_mismatch: ${detail}`,
        'give the anchor of this store, or the store of this anchor',
      ),
    ];
  }
  return [wrong(check, `${code}: ${detail}`, 'mend the place of the anchor, then look again')];
}
