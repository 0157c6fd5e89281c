import type { ReactNode } from 'react';
import type { SentenceStretch } from './sentence.ts';

/** The sentence about an action: joining words light, values heavy. */
export function SentenceWords({
  stretches,
}: {
  readonly stretches: readonly SentenceStretch[];
}): ReactNode {
  return (
    <bdi>
      {placed(stretches).map(({ place, item: { look, text } }) => (
        <span key={place} className={look}>
          {text}
        </span>
      ))}
    </bdi>
  );
}

/** The items of a list that does not change, each with its place: two equal items are told apart by it. */
export function placed<T>(
  items: readonly T[],
): readonly { readonly place: number; readonly item: T }[] {
  return items.map((item, place) => ({ place, item }));
}
