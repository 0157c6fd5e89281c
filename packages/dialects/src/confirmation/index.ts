export {
  ConfirmationEvent,
  type ConfirmationRecords,
  fromConfirmationEvent,
  type ImportedConfirmation,
  parseConfirmationEvent,
  toConfirmationEvent,
} from './confirmation-event.ts';
export {
  ActionDetail,
  ConfirmationUI,
  fromActionDetail,
  parseConfirmationUI,
  resolveChoice,
  toActionDetail,
  toConfirmationUI,
} from './confirmation-ui.ts';
export { type HoldRecords, toHoldEvent } from './hold-event.ts';
export {
  fromIntentMetadata,
  IntentMetadata,
  parseIntentMetadata,
  toIntentMetadata,
} from './intent-metadata.ts';
