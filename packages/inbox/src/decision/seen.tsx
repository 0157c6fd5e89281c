import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { type PartState, SeenTracker } from './seen-tracker.ts';

const SeenContext = createContext<SeenTracker>(new SeenTracker([]));

export function SeenProvider({
  tracker,
  children,
}: {
  readonly tracker: SeenTracker;
  readonly children: ReactNode;
}): ReactNode {
  return <SeenContext value={tracker}>{children}</SeenContext>;
}

/** A ref for something that has to be seen as part of a part. */
export function useSeen(partId: string): (element: Element | null) => (() => void) | undefined {
  const tracker = useContext(SeenContext);
  return useCallback(
    element => (element === null ? undefined : tracker.watch(element, partId)),
    [tracker, partId],
  );
}

/** While the caller is on the page, its part has something folded in it. */
export function useFolded(partId: string, key: string): void {
  const tracker = useContext(SeenContext);
  useEffect(() => tracker.fold(partId, key), [tracker, partId, key]);
}

export function usePartStates(tracker: SeenTracker): readonly PartState[] {
  return useSyncExternalStore(tracker.subscribe, tracker.states);
}

const lookMilliseconds = 200;

/**
 * Looks which parts are on the screen: an observer says what is near, and while something near has not been seen as a
 * whole, it is measured when it moves. A page in the background shows nothing to anybody.
 */
export function useLooking(tracker: SeenTracker, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const near = new Set<Element>();
    const watched = new WeakSet<Element>();
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (document.visibilityState !== 'visible') return;
      // What has just come onto the page is measured at once; the observer tells about it only a frame later.
      const fresh = tracker.unseen().filter(element => !watched.has(element));
      for (const element of fresh) {
        watched.add(element);
        observer.observe(element);
      }
      const window = root.getBoundingClientRect();
      tracker.look([...near, ...fresh], element => {
        const { top, height } = element.getBoundingClientRect();
        return {
          from: Math.max(0, window.top - top),
          to: Math.min(height, window.bottom - top),
          height,
        };
      });
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) near.add(target);
          else near.delete(target);
        }
        soon();
      },
      { root },
    );
    root.addEventListener('scroll', soon, { passive: true });
    // Layout also changes without a scroll: fonts arrive, something is opened, the window gets another size.
    const timer = setInterval(soon, lookMilliseconds);
    look();
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      observer.disconnect();
      root.removeEventListener('scroll', soon);
    };
  }, [tracker, scroller]);
}
