import type { DesignText } from '../english/design.ts';

export const design: DesignText = {
  copy: label => `${label} kopieren`,
  low: 'Gering',
  medium: 'Mittel',
  high: 'Hoch',
  critical: 'Kritisch',
  lowRisk: 'Geringes Risiko',
  mediumRisk: 'Mittleres Risiko',
  highRisk: 'Hohes Risiko',
  criticalRisk: 'Kritisches Risiko',
  decidedJustNow: count => ` Gerade eben ${count} entschieden.`,
  close: 'Schließen',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert: Markieren Sie den Text und kopieren Sie ihn selbst',
};
