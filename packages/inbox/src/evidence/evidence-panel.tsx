import { type ReactNode, useEffect, useState } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { Button } from '../design/button.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import type { Claim, Evidence } from './check-evidence.ts';
import { CopyLine } from './copy-line.tsx';
import { useEvidence } from './use-evidence.ts';
import './evidence.css';

const outcomes = {
  verified: { icon: 'shield-check', title: 'Verified with the keys of this server' },
  refused: { icon: 'refused', title: 'Does not verify' },
  unchecked: { icon: 'warning', title: 'Cannot be checked here' },
} as const satisfies Record<Evidence['outcome'], { icon: IconName; title: string }>;

/** The evidence of a request: verified here, and verifiable by anyone else without us. */
export function EvidencePanel({ id }: { readonly id: string }): ReactNode {
  const reading = useEvidence(id);
  if (reading.state === 'reading') {
    return (
      <aside className="proof" aria-label="Evidence" aria-busy="true">
        <Head
          outcome="unchecked"
          icon="clock"
          title="Checking the evidence"
          detail="In this page."
        />
      </aside>
    );
  }
  if (reading.state === 'missing') {
    return (
      <aside className="proof" aria-label="Evidence">
        <Head
          outcome="unchecked"
          icon="warning"
          title={outcomes.unchecked.title}
          detail={`The bundle was not read. ${problemSentence(reading.problem)}`}
        />
      </aside>
    );
  }
  const { evidence, bytes } = reading;
  const { icon, title } = outcomes[evidence.outcome];
  const file = `${id}.bundle.json`;
  return (
    <aside className="proof" aria-label="Evidence">
      <Head outcome={evidence.outcome} icon={icon} title={title} detail={summaryOf(evidence)} />
      <ul className="checks">
        {evidence.claims.map(claim => (
          <Check key={claim.id} claim={claim} />
        ))}
      </ul>
      <div className="proof-more">
        <More summary={`${evidence.besides.length} more passed`} claims={evidence.besides} />
        <More
          summary={`${evidence.notShown.length} cannot be checked here`}
          claims={evidence.notShown}
        />
      </div>
      <p className="proof-trust">
        This result relies on{' '}
        {evidence.keys === 1 ? 'the signing key' : `the ${evidence.keys} signing keys`} that this
        server publishes, and on this page, which this server sent. To rely on neither, verify the
        file with keys that you stored yourself.
      </p>
      <div className="proof-foot">
        <Download bytes={bytes} file={file} />
        <CopyLine text={`countersign verify ${file} --keys keys.json`} label="command" />
      </div>
    </aside>
  );
}

function Head({
  outcome,
  icon,
  title,
  detail,
}: {
  readonly outcome: Evidence['outcome'];
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
}): ReactNode {
  return (
    <div className={`proof-head proof-head--${outcome}`} role="status">
      <Icon name={icon} size={20} />
      <div className="min-w-0">
        <h2>{title}</h2>
        <small>{detail}</small>
      </div>
    </div>
  );
}

function More({
  summary,
  claims,
}: {
  readonly summary: string;
  readonly claims: readonly Claim[];
}): ReactNode {
  if (claims.length === 0) return null;
  return (
    <Disclosure summary={summary}>
      <ul className="checks">
        {claims.map(claim => (
          <Check key={claim.id} claim={claim} />
        ))}
      </ul>
    </Disclosure>
  );
}

function summaryOf({ outcome, claims, besides, notShown }: Evidence): string {
  const failed = claims.filter(({ result }) => result === 'failed').length;
  const proven = claims.length - failed + besides.length;
  if (outcome === 'verified') {
    return notShown.length === 0
      ? `${proven} of ${proven} checks passed. Nothing was sent.`
      : `${proven} checks passed, none failed. Nothing was sent.`;
  }
  if (outcome === 'unchecked') {
    return 'The latest events are not in the log yet. This page checks again by itself.';
  }
  return `${failed} ${failed === 1 ? 'check' : 'checks'} failed. Do not rely on anything in this bundle.`;
}

function Check({ claim }: { readonly claim: Claim }): ReactNode {
  const looks = {
    proven: { icon: 'check', word: 'passed' },
    failed: { icon: 'cross', word: 'failed' },
    not_shown: { icon: 'more', word: 'not shown' },
  } as const;
  const { icon, word } = looks[claim.result];
  return (
    <li className={`check check--${claim.result}`}>
      <Icon name={icon} size={14} />
      <span className="min-w-0">
        <b>{claim.claim}</b>
        <span className="visually-hidden">, {word}</span>
        <span className="check-basis">
          <Words text={claim.basis} />
        </span>
      </span>
    </li>
  );
}

/** The exact bytes that were verified. */
function Download({
  bytes,
  file,
}: {
  readonly bytes: Uint8Array;
  readonly file: string;
}): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return;
    const link = document.createElement('a');
    link.href = url;
    link.download = file;
    link.click();
    // The browser has taken the bytes over by then.
    const timer = setTimeout(() => {
      URL.revokeObjectURL(url);
      setUrl(null);
    }, 10_000);
    return () => clearTimeout(timer);
  }, [url, file]);
  const save = (): void =>
    setUrl(URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/json' })));
  return (
    <Button small icon="download" className="w-full" onClick={save}>
      Download bundle, {sizeWords(bytes.length)}
    </Button>
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
