import type { FirstRunText } from '../english/first-run.ts';

export const firstRun: FirstRunText = {
  inbox: 'Eingang',
  nothingWaits: 'Nichts wartet auf Sie',
  appearsHere:
    'Wenn ein Agent nach etwas fragt, das Sie entscheiden dürfen, erscheint es hier von selbst. Sie lesen die genaue Aktion und geben sie frei oder lehnen sie ab.',
  noRole:
    'Sie haben noch keine Rolle, deshalb fragt Sie keine Stufe. Ein Betreiber kann Ihnen eine geben.',
  decideAs: 'Sie entscheiden als {roles}.',
  seeDecided: 'Entschiedenes ansehen',
  policyHolds:
    'Wenn ein Agent etwas tun will, das Ihre Richtlinie zurückhält, erscheint die genaue Aktion hier und wartet auf Sie.',
  sendSample: 'Beispielaktion senden',
  connectAgent: 'Agent verbinden',
  stub: '{lead} Das ist eine Attrappe, keine Bank ist beteiligt.',
  demoWire: 'Der Demo-Agent schlägt eine Überweisung von $4,200 vor.',
  rejectionTells: '{lead} Eine Ablehnung schickt Ihren Grund an den Agenten zurück.',
  youDecide: 'Sie geben frei oder lehnen ab.',
  checkEvidence: '{lead} und Sie prüfen den Nachweis selbst.',
  runsOnce: 'Sie läuft einmal, vor Ihren Augen,',
  otherProgram: 'Um ein anderes Programm hinter die Schranke zu stellen, {connect}.',
  connectLower: 'verbinden Sie einen Agenten',
  noSample: 'Dieser Server hat keinen Beispiel-Agenten.',
  turnOn:
    'Der Betreiber kann einen mit der Einstellung sample_agent einschalten. Oder verbinden Sie einen eigenen Agenten.',
};
