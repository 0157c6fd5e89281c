import { inLanguage } from '../chosen.ts';

/** By code: the meaning of each reason code that people meet on a page, and what to do. */
export type RefusalsText = Readonly<Record<string, string>>;

/** The server says every reason in English, so English needs no words of its own. */
const english: RefusalsText = {};
export const refusalsText: RefusalsText = inLanguage('refusals', english);
export const remediesText: RefusalsText = inLanguage('remedies', english);
