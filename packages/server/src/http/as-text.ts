const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stays text wherever it stands in a page. */
export function asText(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? '');
}
