import type { SearchQuestion } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { showToast } from '../design/toast-list.ts';
import { problemSentence } from '../frame/problem-words.ts';
import { searchText } from '../language/english/search.ts';
import { searchApi } from './search-api.ts';

type Format = 'csv' | 'json';

/** Everything that fits, as a file. Each call of this page is proven, so the page fetches the file itself. */
export function ExportButtons({ question }: { readonly question: SearchQuestion }): ReactNode {
  const [busy, setBusy] = useState<Format | null>(null);
  const save = async (format: Format): Promise<void> => {
    setBusy(format);
    try {
      const answer = await searchApi.exportFound(question, format);
      offer(await answer.blob(), `requests.${format}`);
    } catch (problem) {
      showToast({ kind: 'refused', title: problemSentence(problem) });
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      {(['csv', 'json'] as const).map(format => (
        <Button
          key={format}
          small
          icon="download"
          busy={busy === format}
          onClick={() => void save(format)}
        >
          {busy === format
            ? searchText.exporting
            : format === 'csv'
              ? searchText.exportCsv
              : searchText.exportJson}
        </Button>
      ))}
    </>
  );
}

function offer(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
