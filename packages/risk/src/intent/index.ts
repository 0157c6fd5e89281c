export { ConfirmationCard, type ConfirmationInput, confirmationCard } from './confirmation-card.ts';
export { detectIntent, detectInWords, intentOfHold } from './detect-intent.ts';
export {
  type IntentDetection,
  type IntentPattern,
  type IntentPatternName,
  type IntentScope,
  intentPatterns,
} from './intent-detection.ts';
export { readIntent } from './intent-marks.ts';
export { IntentMetadata } from './intent-metadata.ts';
