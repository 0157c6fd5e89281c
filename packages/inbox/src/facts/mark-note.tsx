import type { ShownMark } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { Words } from './pieces.tsx';

/** What a mark says, under its line. */
export function MarkNote({ mark }: { readonly mark: ShownMark }): ReactNode {
  return (
    <div className={`mark-note mark-note--${mark.level}`} role="note" tabIndex={-1}>
      <RiskGlyph level={mark.level} />
      <span>
        <span className="visually-hidden">{mark.level} finding: </span>
        <Words text={mark.words} />
      </span>
    </div>
  );
}
