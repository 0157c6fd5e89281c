import { type ReactNode, useEffect, useState } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { evidenceText } from '../language/english/evidence.ts';
import type { Claim, Evidence } from './check-evidence.ts';
import { useEvidence } from './use-evidence.ts';
import './evidence.css';

const outcomes = {
  verified: { icon: 'shield-check', title: evidenceText.verified },
  refused: { icon: 'refused', title: evidenceText.doesNotVerify },
  unchecked: { icon: 'warning', title: evidenceText.cannotCheck },
} as const satisfies Record<Evidence['outcome'], { icon: IconName; title: string }>;

/** The evidence of a request: verified here, and verifiable by anyone else without us. */
export function EvidencePanel({ id }: { readonly id: string }): ReactNode {
  const reading = useEvidence(id);
  if (reading.state === 'reading') {
    return (
      <aside className="proof" aria-label={evidenceText.evidence} aria-busy="true">
        <Head
          outcome="unchecked"
          icon="clock"
          title={evidenceText.checking}
          detail={evidenceText.inThisPage}
        />
      </aside>
    );
  }
  if (reading.state === 'missing') {
    return (
      <aside className="proof" aria-label={evidenceText.evidence}>
        <Head
          outcome="unchecked"
          icon="warning"
          title={outcomes.unchecked.title}
          detail={evidenceText.notRead(problemSentence(reading.problem))}
        />
      </aside>
    );
  }
  const { evidence, bytes } = reading;
  const { icon, title } = outcomes[evidence.outcome];
  const file = `${id}.bundle.json`;
  return (
    <aside className="proof" aria-label={evidenceText.evidence}>
      <Head outcome={evidence.outcome} icon={icon} title={title} detail={summaryOf(evidence)} />
      <ul className="checks">
        {evidence.claims.map(claim => (
          <Check key={claim.id} claim={claim} />
        ))}
      </ul>
      <div className="proof-more">
        <More
          summary={evidenceText.morePassed(evidence.besides.length)}
          claims={evidence.besides}
        />
        <More
          summary={evidenceText.moreUnchecked(evidence.notShown.length)}
          claims={evidence.notShown}
        />
      </div>
      <p className="proof-trust">{evidenceText.reliesOn(evidence.keys)}</p>
      <div className="proof-foot">
        <Download bytes={bytes} file={file} />
        <CopyLine
          text={`countersign verify ${file} --keys keys.json`}
          label={evidenceText.command}
        />
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
      ? evidenceText.passedOf(proven)
      : evidenceText.passedNoneFailed(proven);
  }
  if (outcome === 'unchecked') {
    return evidenceText.notInLogYet;
  }
  return evidenceText.failed(failed);
}

function Check({ claim }: { readonly claim: Claim }): ReactNode {
  const looks = {
    proven: { icon: 'check', word: evidenceText.passed },
    failed: { icon: 'cross', word: evidenceText.checkFailed },
    not_shown: { icon: 'more', word: evidenceText.notShown },
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
      {evidenceText.download(sizeWords(bytes.length))}
    </Button>
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1000) return evidenceText.bytes(bytes);
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
