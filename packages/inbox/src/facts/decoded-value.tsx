import { decodedOf } from '@countersign/card';
import { type ReactNode, useMemo } from 'react';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { CodeBlock } from './code-block.tsx';
import { factsPart } from './parts.ts';

/** What a text holds in another form, beside the original: JSON with its layout, or what base64 stands for. */
export function DecodedValue({ text }: { readonly text: string }): ReactNode {
  const decoded = useMemo(() => decodedOf(text), [text]);
  if (decoded === null) return null;
  if (decoded.kind === 'binary') {
    return (
      <p className="decoded">
        {factsText.base64Of(decoded.type, decoded.bytes.toLocaleString(numberLocale))}
      </p>
    );
  }
  return (
    <div className="decoded">
      <p>
        {decoded.kind === 'json'
          ? factsText.aboveIsJson
          : factsText.aboveIsBase64(decoded.bytes.toLocaleString(numberLocale))}
      </p>
      <CodeBlock
        name="decoded"
        value={decoded.text}
        language={decoded.kind === 'json' ? 'json' : 'text'}
        partId={factsPart}
        headless
        free={decoded.kind === 'json' ? factsText.originalCounts : null}
      />
    </div>
  );
}

/** Why the folds of a text need not be opened: all of it stands below, decoded. */
export function saidBelow(text: string): string | null {
  return decodedOf(text)?.kind === 'base64' ? factsText.decodedBelow : null;
}

export function isDecoded(text: string): boolean {
  return decodedOf(text) !== null;
}

/** Whether a text stands for bytes that no person reads. It is opened into a box of its own. */
export function isBinary(text: string): boolean {
  return decodedOf(text)?.kind === 'binary';
}
