import { inLanguage } from '../chosen.ts';

const english = {
  copy: (label: string) => `Copy ${label}`,
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
  lowRisk: 'Low risk',
  mediumRisk: 'Medium risk',
  highRisk: 'High risk',
  criticalRisk: 'Critical risk',
  decidedJustNow: (count: number) => ` ${count} decided just now.`,
  close: 'Close',
  copied: 'Copied',
  notCopied: 'Not copied: select the text and copy it yourself',
};

export type DesignText = typeof english;
export const designText: DesignText = inLanguage('design', english);
