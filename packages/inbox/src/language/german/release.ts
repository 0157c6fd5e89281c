import type { ReleaseText } from '../english/release.ts';

export const release: ReleaseText = {
  way: 'Notfall-Freigabe',
  title: 'Notfall: diese eine Aktion allein freigeben',
  about:
    'Das ersetzt die Entscheidungen der Personen ihrer Kette. Der Nachweis sagt es zuerst, und eine andere Person muss es prüfen.',
  outage: 'Ausfall',
  dataLoss: 'Daten gehen verloren',
  attack: 'Angriff im Gang',
  safety: 'Sicherheit von Menschen',
  causes: 'Warum sofort',
  reason: 'Grund',
  reasonMissing: 'Wählen Sie aus, warum, und schreiben Sie den Grund.',
  notSeen: 'Sehen Sie zuerst alle Teile der Aktion an.',
  back: 'Zurück',
  act: 'Mit Passkey freigeben',
  busy: 'Wird freigegeben',
  notYours: 'Sie können es nicht selbst prüfen.',
  noOneElse: 'Keine andere Person der Kette wurde gefunden.',
  toReview: 'Zu prüfen',
  reviewTitle: 'Zu prüfen: eine Person hat dies allein freigegeben',
  reviewAbout:
    'Schreiben Sie, was Sie gefunden haben. Es bleibt beim Nachweis und ändert nichts, was gelaufen ist.',
  justified: 'Gerechtfertigt',
  notJustified: 'Nicht gerechtfertigt',
  close: 'Prüfung abschließen',
  closed: 'Prüfung abgeschlossen',
  onlyRelease: 'Sie können diese Anfrage nicht entscheiden. Ihre Rolle darf sie allein freigeben.',
  told: people => `Sofort benachrichtigt: ${people}`,
  since: (who, time) => `Freigegeben von ${who} um ${time}`,
  releasedAlone: (who, time) => `Zu prüfen. ${who} hat dies um ${time} allein freigegeben.`,
  wasReviewed: (who, verdict) =>
    `Eine Person hat dies allein freigegeben. ${who} hat es geprüft: ${verdict}.`,
  count: count => (count === 1 ? '1 Freigabe' : `${count} Freigaben`),
};
