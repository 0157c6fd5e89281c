import { riskLevels } from '@countersign/protocol/value';
import * as z from 'zod';

/** The document writes its levels in capitals where it names them and in small letters where it uses them. */
export const RiskWord = z
  .string()
  .max(16)
  .transform(word => word.toLowerCase())
  .pipe(z.enum(riskLevels));
