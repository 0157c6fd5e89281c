/** A file as it is sent: what it is, and its bytes in every form that a browser may ask for. */
export interface SiteFile {
  readonly mediaType: string;
  /** Names the content; the same bytes have the same tag in every process. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  /** Null where that form would not be smaller. Made when it is first asked for: a server starts without waiting. */
  br(): Uint8Array | null;
  gzip(): Uint8Array | null;
}

/** The pages for people, whole in memory: what is not in here is not served. */
export interface Site {
  /** The one page that the server sends for every address of a page. */
  readonly index: SiteFile;
  /** By name, under /assets/. Their names change with their content. */
  readonly assets: ReadonlyMap<string, SiteFile>;
  /** By name, under /: what browsers look for there to install the pages as an app. */
  readonly app: ReadonlyMap<string, SiteFile>;
}
