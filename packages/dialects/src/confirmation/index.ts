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
export {
  fromIntentMetadata,
  IntentMetadata,
  parseIntentMetadata,
  toIntentMetadata,
} from './intent-metadata.ts';
