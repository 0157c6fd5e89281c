/** The parts of a path that a pattern such as `/requests/:id` names, or null where it does not fit. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const found = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== found.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = found[index] ?? '';
    if (part.startsWith(':')) {
      const value = decodePart(text);
      if (value === null || value === '') return null;
      parts[part.slice(1)] = value;
    } else if (part !== text) return null;
  }
  return parts;
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
