import * as z from 'zod';

/** The languages of the pages, and of what a server says to a person: the name of each as a tag of languages. */
export const Language = z.enum(['en', 'de', 'ja']);
export type Language = z.infer<typeof Language>;

/** In which of them a page wants what the server says of actions. English without it. */
export const languageHeader = 'countersign-language';
