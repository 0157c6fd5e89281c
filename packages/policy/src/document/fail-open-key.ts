/**
 * Keys under which other systems let a timeout or an error pass. Here they are unknown keys like any other. The message
 * also tells the author that no other spelling exists.
 */
export function explainFailOpen(key: string): string | null {
  const name = key.toLowerCase().replaceAll(/[-_ ]/g, '');
  if (/timeout|onexpir|expiryaction|afterexpir|autoapprov|autoallow/.test(name)) {
    return 'nothing can turn a timeout into an allow (TM-4); an unanswered request expires, and expires_in says when';
  }
  if (/failopen|failclosed|onerror|onfailure|onunavailable|fallback/.test(name)) {
    return 'a policy that cannot be evaluated denies, and nothing can change that (GT-1)';
  }
  return null;
}
