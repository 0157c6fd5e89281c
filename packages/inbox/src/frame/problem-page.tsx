import { Component, type ReactNode } from 'react';
import { Button, buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { frameText } from '../language/english/frame.ts';
import { Link } from '../navigation/link.tsx';
import { PageHeading } from './page-heading.tsx';
import { explainProblem, isWrongLink } from './problem-words.ts';

interface ProblemPageProps {
  readonly heading: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  readonly children?: ReactNode;
}

/** What was expected, what was found, and what to do. */
function ProblemPage(props: ProblemPageProps): ReactNode {
  const { heading, expected, found, remedy, children } = props;
  return (
    <div className="middle">
      <div className="problem-page">
        <Icon name="refused" size={20} />
        <PageHeading title={heading}>{heading}</PageHeading>
        <dl>
          <div>
            <dt>{frameText.expected}</dt>
            <dd>{expected}</dd>
          </div>
          <div>
            <dt>{frameText.found}</dt>
            <dd>{found}</dd>
          </div>
          <div>
            <dt>{frameText.whatToDo}</dt>
            <dd>{remedy}</dd>
          </div>
        </dl>
        {children !== undefined && <div className="mt-6 flex gap-3">{children}</div>}
      </div>
    </div>
  );
}

export function NotFoundPage({ path }: { readonly path: string }): ReactNode {
  return (
    <ProblemPage
      heading={frameText.noSuchPage}
      expected={frameText.aPage}
      found={frameText.notAPage(path.slice(0, 200))}
      remedy={frameText.checkLink}
    >
      <Link to="/" className={buttonClass({ kind: 'primary' })}>
        {frameText.goToInbox}
      </Link>
    </ProblemPage>
  );
}

/** A link to a request or a hold that is not there, or whose end was lost or changed on its way. */
function WrongLinkPage(): ReactNode {
  const path = location.pathname.slice(0, 200);
  return (
    <ProblemPage
      heading={frameText.linkToNothing}
      expected={frameText.wholeLink}
      found={frameText.nothingUnder(path)}
      remedy={frameText.copyAgain}
    >
      <Link to="/" className={buttonClass({ kind: 'primary' })}>
        {frameText.goToInbox}
      </Link>
    </ProblemPage>
  );
}

/** For a page whose data could not be read. */
export function RefusedPage({
  problem,
  onRetry,
}: {
  readonly problem: unknown;
  onRetry(): void;
}): ReactNode {
  if (isWrongLink(problem)) return <WrongLinkPage />;
  const { title, remedy } = explainProblem(problem);
  return (
    <ProblemPage
      heading={frameText.didNotWork}
      expected={frameText.whatPageShows}
      found={title}
      remedy={remedy}
    >
      <Button kind="primary" icon="reload" onClick={onRetry}>
        {frameText.tryAgain}
      </Button>
    </ProblemPage>
  );
}

interface BoundaryProps {
  /** Another value clears the fault: the user went elsewhere. */
  readonly at: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly at: string;
  readonly fault: unknown;
}

/** Keeps a fault in one page from taking everything else with it. */
export class FaultBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, fault: null };

  static getDerivedStateFromError(fault: unknown): Partial<BoundaryState> {
    return { fault: fault ?? new Error('unknown') };
  }

  static getDerivedStateFromProps(
    { at }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return at === state.at ? null : { at, fault: null };
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <ProblemPage
        heading={frameText.stoppedWorking}
        expected={frameText.pageThatShows}
        found={frameText.pageFault}
        remedy={frameText.reloadOrTell}
      >
        <Button kind="primary" icon="reload" onClick={() => location.reload()}>
          {frameText.loadAgain}
        </Button>
      </ProblemPage>
    );
  }
}
