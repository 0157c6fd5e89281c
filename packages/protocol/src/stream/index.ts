export { type EventStream, type EventType, eventTypes } from './events.ts';
export {
  parseStreamEvent,
  type SealedEvent,
  StreamEvent,
  type StreamHead,
  sealEvents,
  verifyStream,
} from './stream-event.ts';
