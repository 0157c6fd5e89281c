import type { PolicyFile } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../facts/code-block.tsx';
import { Words } from '../facts/pieces.tsx';
import { policyText } from '../language/english/policy.ts';

/** The documents as they were loaded, byte for byte. */
export function DocumentList({ files }: { readonly files: readonly PolicyFile[] }): ReactNode {
  const [name, setName] = useState(files[0]?.name ?? '');
  const open = files.find(file => file.name === name) ?? files[0];
  if (open === undefined) return <p className="rules-none">{policyText.noDocument}</p>;
  return (
    <div className="documents">
      {files.length > 1 && (
        <div className="picks" role="radiogroup" aria-label={policyText.document}>
          {files.map(file => (
            // biome-ignore lint/a11y/useSemanticElements: a pick looks like the others of the inbox
            <button
              key={file.name}
              type="button"
              role="radio"
              aria-checked={file.name === open.name}
              className="pick"
              onClick={() => setName(file.name)}
            >
              <Words text={file.name} />
            </button>
          ))}
        </div>
      )}
      <div className="panel mt-4">
        <CodeBlock
          key={open.name}
          name={<Words text={`${open.name}, ${open.layer ?? 'operator'}`} />}
          value={open.text}
          language="text"
          partId="document"
        />
      </div>
    </div>
  );
}
