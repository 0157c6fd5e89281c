/** The built pages: everything in it may be served as it is. */
export const site = new URL('./site/', import.meta.url);
