export {
  ConfirmationCard,
  type ConfirmationCardProps,
  type ConfirmationChoice,
} from './confirmation-card.tsx';
export { HoldCard } from './hold-card.tsx';
export { HoldPage } from './hold-page.tsx';
