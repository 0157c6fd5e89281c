import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import type { Site, SiteFile } from './site.ts';

/**
 * How long an answer is valid: a file whose name changes with its content permanently, a page until the next
 * request.
 */
type Keeping = 'for_ever' | 'until_asked';

const cacheControl: Readonly<Record<Keeping, string>> = {
  for_ever: 'public, max-age=31536000, immutable',
  until_asked: 'no-cache',
};

/** A file in the smallest form that the browser accepts, or 304 where the browser has it already. */
export function answerFile(file: SiteFile, keeping: Keeping, headers: Call['headers']): Answer {
  const form = formFor(file, textOf(headers['accept-encoding']));
  const etag = `"${file.tag}${form.encoding === null ? '' : `-${form.encoding}`}"`;
  const common = {
    etag,
    vary: 'accept-encoding',
    'cache-control': cacheControl[keeping],
  };
  const known = textOf(headers['if-none-match']).split(',');
  if (known.some(tag => tag.trim().replace(/^W\//, '') === etag)) {
    return { kind: 'bytes', status: 304, mediaType: file.mediaType, bytes: null, headers: common };
  }
  const { encoding, bytes } = form;
  return {
    kind: 'bytes',
    status: 200,
    mediaType: file.mediaType,
    bytes,
    headers: encoding === null ? common : { ...common, 'content-encoding': encoding },
  };
}

function formFor(
  file: SiteFile,
  accepted: string,
): { readonly encoding: string | null; readonly bytes: Uint8Array } {
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = takes(accepted, encoding) ? file[encoding]() : null;
    if (bytes !== null) return { encoding, bytes };
  }
  return { encoding: null, bytes: file.bytes };
}

/** True if the browser names the encoding with a weight above zero. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some(each => {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase());
    return name === encoding && !parameters.some(part => /^q=0(?:\.0*)?$/.test(part));
  });
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.join(',') ?? '');
}

/** What is under these names is for programs, or a part of a page. */
const notPages = /^\/(?:v1|assets|healthz|readyz|metrics|\.well-known)(?:\/|$|\?)/;

/**
 * The page for an unknown address in a browser, which says so. Null where the caller is not a browser, or where
 * there are no pages.
 */
export function answerNowhere(
  site: Site | null,
  call: { readonly method: string; readonly url: string; readonly headers: Call['headers'] },
): Answer | null {
  const { method, url, headers } = call;
  const wantsPage =
    (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(textOf(headers['accept']));
  if (site === null || !wantsPage || notPages.test(url)) return null;
  const { mediaType, bytes } = site.index;
  return { kind: 'bytes', status: 404, mediaType, bytes };
}
