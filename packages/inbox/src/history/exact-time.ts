/** To the millisecond, as the log has it, by the reader's clock. */
export function exactTime(at: string): { readonly day: string; readonly time: string } {
  const date = new Date(at);
  return {
    day: date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' }),
    time: date.toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    }),
  };
}

/** `Sunday 15 November, 20:47`. */
export function longTime(at: string): string {
  const date = new Date(at);
  const day = date
    .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
    .replace(',', '');
  return `${day}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}
