import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
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

/**
 * While the caller is on the page, its part counts as folded. This holds from the start, before anything is measured.
 */
export function useFolded(partId: string, key: string): void {
  const tracker = useContext(SeenContext);
  useLayoutEffect(() => tracker.fold(partId, key), [tracker, partId, key]);
}

export function usePartStates(tracker: SeenTracker): readonly PartState[] {
  return useSyncExternalStore(tracker.subscribe, tracker.states);
}

const lookMilliseconds = 200;

/**
 * Tracks which parts are on the screen: an observer says what is near, and while something near has not been seen as
 * a whole, it is measured when it moves. A page in the background shows nothing.
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
      // A dialog lies over the page.
      if (document.querySelector('dialog:modal') !== null) return;
      // What has just come onto the page is measured at once; the observer tells about it only a frame later.
      const fresh = tracker.unseen().filter(element => !watched.has(element));
      for (const element of fresh) {
        watched.add(element);
        observer.observe(element);
      }
      const screen = onScreen(root);
      tracker.look([...near, ...fresh], element => {
        const { top, height } = element.getBoundingClientRect();
        if (!isLaidOut(element)) return { from: 0, to: 0, height };
        return {
          from: Math.max(0, screen.top - top),
          to: Math.min(height, screen.bottom - top),
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

/**
 * The visible area of the scroller. It excludes everything outside the window or the zoom, and everything under a
 * message.
 */
function onScreen(scroller: HTMLElement): { readonly top: number; readonly bottom: number } {
  const area = scroller.getBoundingClientRect();
  const start = visualViewport?.offsetTop ?? 0;
  const end = start + (visualViewport?.height ?? innerHeight);
  const [top, bottom] = [Math.max(area.top, start), Math.min(area.bottom, end)];
  const over = document.querySelector('.toasts')?.getBoundingClientRect();
  const covers =
    over !== undefined &&
    over.height > 0 &&
    over.left < area.right &&
    over.right > area.left &&
    over.top < bottom &&
    over.bottom > top;
  if (!covers) return { top, bottom };
  const fromAbove = over.top - top < bottom - over.bottom;
  return fromAbove ? { top: over.bottom, bottom } : { top, bottom: over.top };
}

/**
 * Whether the element has its real height. An element that is laid out late has a placeholder height until it comes
 * near.
 */
function isLaidOut({ firstElementChild }: Element): boolean {
  return firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? true;
}
