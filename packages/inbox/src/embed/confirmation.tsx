// What other applications embed. Its styles come last, because the utilities among them count more than the components.
import { intentWords as wordsOf } from '@countersign/card';
import type { ReactNode } from 'react';
import type {
  ConfirmationCardProps,
  DetectedIntent,
  Countdown as PublishedCountdown,
} from '../../embed/confirmation.d.ts';
import { useCountdown as countdown } from '../decision/use-countdown.ts';
import { ConfirmationCard as Card } from '../hold/confirmation-card.tsx';
import './confirmation.css';

/** The card of the inbox in its own container. The styles of the page around it do not reach the container. */
export function ConfirmationCard({ theme, ...card }: ConfirmationCardProps): ReactNode {
  return (
    <div className="countersign-confirmation" lang="en" dir="ltr" data-theme={theme}>
      <Card {...card} />
    </div>
  );
}

export function intentWords(intent: DetectedIntent): string {
  return wordsOf(intent);
}

export function useCountdown(from: string, due: string): PublishedCountdown {
  return countdown(from, due);
}
