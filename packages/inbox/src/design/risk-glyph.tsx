import type { RiskLevel } from '@countersign/protocol/value';
import type { ReactNode } from 'react';
import { designText } from '../language/english/design.ts';

const words: Readonly<Record<RiskLevel, string>> = {
  low: designText.lowRisk,
  medium: designText.mediumRisk,
  high: designText.highRisk,
  critical: designText.criticalRisk,
};

const shapes: Readonly<Record<RiskLevel, ReactNode>> = {
  low: (
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
      <circle cx="9" cy="9" r="6.5" />
      <path d="M6.5 9h5" />
    </g>
  ),
  medium: (
    <g
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M9 1.8 16.2 9 9 16.2 1.8 9 9 1.8Z" />
      <path d="M6.5 7.6h5M6.5 10.4h5" />
    </g>
  ),
  high: (
    <>
      <path
        d="M9 1.9 17 16H1L9 1.9Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="M9 7v4M9 13.4h.01" stroke="var(--surface)" strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  critical: (
    <>
      <path d="M5.7 1.2h6.6l4.5 4.5v6.6l-4.5 4.5H5.7l-4.5-4.5V5.7l4.5-4.5Z" fill="currentColor" />
      <path
        d="M6.8 5v4.5M6.8 12.7h.01M11.2 5v4.5M11.2 12.7h.01"
        stroke="var(--surface)"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </>
  ),
};

/** A level of risk this page does not know is shown as the highest: it must not look harmless. */
export function readRiskLevel(level: string): RiskLevel {
  return Object.hasOwn(words, level) ? (level as RiskLevel) : 'critical';
}

export function riskWord(level: RiskLevel): string {
  return words[level];
}

const shortWords: Readonly<Record<RiskLevel, string>> = {
  low: designText.low,
  medium: designText.medium,
  high: designText.high,
  critical: designText.critical,
};

/** The level without the word risk, where rows share little room. */
export function shortRiskWord(level: RiskLevel): string {
  return shortWords[level];
}

/** The shape alone; the word stands near it. */
export function RiskGlyph({ level }: { readonly level: RiskLevel }): ReactNode {
  return (
    <svg className={`risk-glyph risk--${level}`} viewBox="0 0 18 18" aria-hidden="true">
      {shapes[level]}
    </svg>
  );
}

/** Shape, word, then colour. */
export function Risk({ level }: { readonly level: RiskLevel }): ReactNode {
  return (
    <span className={`risk risk--${level}`}>
      <RiskGlyph level={level} />
      {words[level]}
    </span>
  );
}
