import { type Finding, fine, warning, wrong } from './finding.ts';

/** Magic numbers of statfs(2). */
const kinds: ReadonlyMap<number, 'network' | 'memory' | 'layer' | 'program'> = new Map([
  [0x6969, 'network'],
  [0x517b, 'network'],
  [0xff534d42, 'network'],
  [0xfe534d42, 'network'],
  [0x5346414f, 'network'],
  [0x73757245, 'network'],
  [0x01021994, 'memory'],
  [0x858458f6, 'memory'],
  [0x794c7630, 'layer'],
  [0x65735546, 'program'],
]);

/** Whether what is written to a file system of this type is still there after the machine has lost its power. */
export function judgeFileSystem(check: string, folder: string, type: number): Finding {
  switch (kinds.get(type)) {
    case 'network':
      return wrong(
        check,
        `${folder} is on a network share, whose locks and syncs are not reliable`,
        'keep the folder on a local disk; for several machines use Postgres (--database)',
      );
    case 'memory':
      return wrong(
        check,
        `${folder} is in memory: a restart of the machine loses every approval and every record of use`,
        'keep the folder on a disk',
      );
    case 'layer':
      return warning(
        check,
        `${folder} is in the layer of a container and is deleted with it`,
        'mount a volume there',
      );
    case 'program':
      return warning(
        check,
        `${folder} is on a file system that a program provides; whether data reaches a disk depends on that program`,
        'keep the folder on a local disk, unless you are sure that the program syncs',
      );
    case undefined:
      return fine(check, `${folder} is on a local disk`);
  }
}
