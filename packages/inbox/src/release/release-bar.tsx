import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Countdown } from '../decision/use-countdown.ts';
import type { Decision } from '../decision/use-decision.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Ring } from '../design/ring.tsx';
import { releaseText } from '../language/english/release.ts';
import type { ReleaseFacts } from './release-way.tsx';

const ReleaseForm = lazy(async () => ({
  default: (await import('./release-form.tsx')).ReleaseForm,
}));

/** The bar of a person who may release the action alone, and decide no stage of it. */
export function ReleaseBar(props: ReleaseBarProps): ReactNode {
  const { release, children } = props;
  return release === null ? children : <OpenReleaseBar {...props} release={release} />;
}

interface ReleaseBarProps {
  readonly decision: Decision;
  readonly countdown: Countdown;
  /** Null where this person may not release the action; the children stand in its place. */
  readonly release: ReleaseFacts | null;
  readonly children: ReactNode;
}

function OpenReleaseBar({
  decision,
  countdown,
  release: { told, allSeen },
}: ReleaseBarProps & { readonly release: ReleaseFacts }): ReactNode {
  const [open, setOpen] = useState(false);
  const { refusal } = decision;
  const time = <Ring size={32} fraction={countdown.fraction} />;
  const form = { time, timeWords: countdown.words, onBack: () => setOpen(false) };
  return (
    <section className="bar" aria-label={releaseText.way}>
      {refusal !== null && (
        <div className="bar-note">
          <Notice kind="danger" alert>
            <b>{refusal.title}</b>
            <p>{refusal.detail}</p>
          </Notice>
        </div>
      )}
      {open ? (
        <Suspense fallback={null}>
          <ReleaseForm {...form} decision={decision} told={told} allSeen={allSeen} />
        </Suspense>
      ) : (
        <div className="bar-in">
          {time}
          <div className="bar-words">
            <b>{countdown.words}</b>
            <small>{releaseText.onlyRelease}</small>
          </div>
          <div className="acts">
            <Button icon="bolt" onClick={() => setOpen(true)}>
              {releaseText.way}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
