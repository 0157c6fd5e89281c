/** The built pages: everything in it may be served as it is. */
export declare const site: URL;
