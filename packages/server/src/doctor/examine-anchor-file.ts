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
  return examined(check, 'make its folder usable, or set another path (anchor)', async () => {
    if (anchorFile === null) {
      return [
        warning(
          check,
          'there is no anchor outside the store: if an old copy of the store is restored, nothing detects it, and used approvals could be used again',
          'set a file that no backup of the store includes (anchor)',
        ),
      ];
    }
    if (storeFile !== null && isInsideFolder(anchorFile, dataFolder)) {
      return [
        wrong(
          check,
          `${anchorFile} is inside the data folder: a restored copy of the folder would restore the anchor too`,
          'keep it elsewhere, on another disk if there is one',
        ),
      ];
    }
    const copied = config.backups.find(folder => isInsideFolder(anchorFile, folder));
    if (copied !== undefined) {
      return [
        wrong(
          check,
          `${anchorFile} is in ${copied}, which is backed up: a restored backup would restore the anchor too`,
          'move it to a folder that is not backed up, or exclude it from the backup and from the setting backups',
        ),
      ];
    }
    if (!existsSync(dirname(anchorFile))) {
      return [
        warning(
          check,
          `${anchorFile} does not exist yet, nor its folder`,
          'the server creates it when it starts; if there was one before, restore it first',
        ),
      ];
    }
    if (store === null) {
      return [
        warning(check, 'not compared: the store could not be read', 'repair the store first'),
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
      return [fine(check, `${file} matches the store; approvals used: ${mark.consumed_count}`)];
    }
    return [
      warning(
        check,
        `${file} has no mark yet`,
        'the server creates it when it starts; if there was one before, restore it first',
      ),
    ];
  }
  const { code, detail } = compared.refusal;
  if (code === 'store_rolled_back') {
    return [
      wrong(
        check,
        `store_rolled_back: the store is older than it was (${detail})`,
        'restore the newest state of the store; if it is lost, start a new epoch, which voids every open approval. Never restore the anchor as well',
      ),
    ];
  }
  if (code === 'anchor_mismatch') {
    return [
      wrong(
        check,
        `anchor_mismatch: ${detail}`,
        'set the anchor of this store, or the store of this anchor',
      ),
    ];
  }
  return [
    wrong(check, `${code}: ${detail}`, 'repair the folder of the anchor, then run doctor again'),
  ];
}
