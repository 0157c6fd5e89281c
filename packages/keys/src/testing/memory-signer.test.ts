import { describeSigner } from './describe-signer.ts';
import { openMemory } from './opened-signers.ts';

describeSigner({ name: 'a signer in memory', open: openMemory });
