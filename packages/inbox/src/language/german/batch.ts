import type { BatchText } from '../english/batch.ts';
import { plural } from './grammar.ts';

export const batch: BatchText = {
  title: 'Zusammen entscheiden',
  inbox: 'Eingang',
  none: 'Weniger als zwei Anfragen dieses Agenten und Werkzeugs können jetzt zusammen entschieden werden.',
  asked: (agent, tool) => `${tool}, angefragt von ${agent}`,
  heading: (count, tool) =>
    plural(count, { one: `${tool}: 1 Anfrage`, other: `${tool}: ${count} Anfragen` }),
  total: totals => `, zusammen ${totals}`,
  and: ' und ',
  leftOut: count =>
    plural(count, {
      one: '1 weitere wartet im Eingang',
      other: `${count} weitere warten im Eingang`,
    }),
  aloneTitle: 'Einzeln entscheiden',
  aloneAbout:
    'Diese gehören nicht zum Stapel: Ein Stapel nimmt nie neue Empfänger, ungewöhnliche Werte oder kritisches Risiko.',
  openAlone: 'Einzeln öffnen',
  wrongTitle: 'Nicht gezeigt',
  wrongAbout: count =>
    plural(count, {
      one: 'Der Server zeigt 1 Zeile anders, als ihre Bytes sagen. Sie kann hier nicht entschieden werden.',
      other: `Der Server zeigt ${count} Zeilen anders, als ihre Bytes sagen. Sie können hier nicht entschieden werden.`,
    }),
  same: count => `In allen ${count} Zeilen gleich`,
  takeAll: 'Alle Zeilen',
  take: title => `Mit den anderen entscheiden: ${title}`,
  takenOut: 'von Ihnen herausgenommen',
  code: 'Prüfcode',
  foot: (taken, all) => `${taken} von ${all} Zeilen`,
  left: time => `Noch ${time} für die erste`,
  oneTouch: count =>
    `Eine Berührung signiert ${count} einzelne Entscheidungen. Herausgenommene Zeilen bleiben in Ihrem Eingang.`,
  readAll: 'Blättern Sie bis zur letzten Zeile, um freizugeben.',
  approve: count => `${count} mit Passkey freigeben`,
  reject: count => `${count} ablehnen`,
  noPasskey:
    'Mehrere zugleich freizugeben erfordert einen Passkey. Fügen Sie einen unter Personen und Schlüssel hinzu.',
  reason: 'Grund für alle, wie der Agent ihn liest',
  back: 'Zurück',
  confirmReject: count => `${count} ablehnen und zurückgeben`,
  approved: count => `${count} freigegeben`,
  approvedDetail: 'Jede darf einmal starten, sobald ihre anderen Stufen entschieden sind.',
  rejected: count => `${count} abgelehnt`,
  rejectedDetail: 'Nichts läuft. Der Agent liest Ihren Grund.',
  changed:
    'Eine Zeile hat sich geändert, während Sie gelesen haben. Sehen Sie die Tabelle noch einmal an.',
  together: (count, tool, agent) => `${count} ${tool} von ${agent}: zusammen entscheiden`,
};
