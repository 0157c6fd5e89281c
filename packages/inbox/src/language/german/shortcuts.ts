import type { ShortcutsText } from '../english/shortcuts.ts';

export const shortcuts: ShortcutsText = {
  noShortcutApproves:
    'Kein Tastenkürzel gibt etwas frei. Zum Entscheiden drücken Sie in der Anfrage auf Freigeben oder Ablehnen.',
  close: 'Schließen',
  nextRequest: 'Nächste Anfrage',
  previousRequest: 'Vorige Anfrage',
  openRequest: 'Anfrage öffnen',
  searchQueue: 'Warteschlange durchsuchen',
  nextMark: 'Nächste Markierung der Karte, mit Umschalt die vorige',
  nextFold: 'Nächsten eingeklappten Teil öffnen',
  exactJson: 'Exaktes JSON und zurück',
  findInCard: 'In der Karte suchen',
  diffView: 'Unterschiede untereinander oder nebeneinander',
  goToHistory: 'Zum Verlauf',
  goToPolicy: 'Zur Richtlinie',
  goToPeople: 'Zu Personen und Schlüsseln',
  showThisList: 'Diese Liste zeigen',
  singleKeys: 'Einzelne Tasten in diesem Browser verwenden',
  goToInbox: 'Zum Eingang',
};
