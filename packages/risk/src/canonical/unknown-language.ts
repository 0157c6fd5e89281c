/** The name under which code is judged whose language no grammar here reads. */
export const unknownLanguage = 'unknown';
