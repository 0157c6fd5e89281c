import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { followSession } from './data/follow-session.ts';
import { followChanges } from './data/live.ts';
import { sayLanguage } from './data/say-language.ts';
import { useSession } from './data/session.ts';
import { resources } from './data/use-resource.ts';
import { Frame } from './frame/frame.tsx';
import { pages } from './frame/page-table.tsx';
import { FaultBoundary, NotFoundPage } from './frame/problem-page.tsx';
import { matchPath } from './navigation/match-path.ts';
import { nextPlace } from './navigation/next-place.ts';
import { navigate, usePlace } from './navigation/place.ts';
import { useProofAsked } from './way-in/step-up.ts';

const JoinPage = lazy(async () => ({
  default: (await import('./way-in/join-page.tsx')).JoinPage,
}));
const SignInPage = lazy(async () => ({
  default: (await import('./way-in/sign-in-page.tsx')).SignInPage,
}));
const StepUpDialog = lazy(async () => ({
  default: (await import('./way-in/step-up-dialog.tsx')).StepUpDialog,
}));
const TerminalPage = lazy(async () => ({
  default: (await import('./way-in/terminal-page.tsx')).TerminalPage,
}));

/** A signed-in person sees the requested page, and any other visitor signs in right there. */
export function App(): ReactNode {
  const { path, query } = usePlace();
  const session = useSession();
  const proofAsked = useProofAsked() !== null;
  const signedIn = session?.person_id ?? null;
  const next = path === '/' ? nextPlace(query, location.origin) : null;
  useEffect(() => {
    if (signedIn === null) return;
    const stop = followChanges();
    return () => {
      stop();
      resources.clear();
    };
  }, [signedIn]);
  useEffect(followSession, []);
  useEffect(() => {
    if (signedIn !== null) void sayLanguage(signedIn);
  }, [signedIn]);
  useEffect(followNotifications, []);
  useEffect(() => {
    if (next !== null && signedIn !== null) navigate(next, { replace: true });
  }, [next, signedIn]);
  if (session === undefined && path !== '/join') return null;
  return (
    <FaultBoundary at={path}>
      <Suspense fallback={null}>
        {path === '/join' ? (
          <JoinPage />
        ) : session == null ? (
          <SignInPage returnTo={next ?? `${path}${query}`} />
        ) : (
          <>
            {path === '/terminal' ? <TerminalPage /> : <FramedPage path={path} />}
            {proofAsked && <StepUpDialog />}
          </>
        )}
      </Suspense>
    </FaultBoundary>
  );
}

/** A notification that was pressed opens its page in this tab. */
function followNotifications(): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const follow = ({ data }: MessageEvent): void => {
    const path = (data as { readonly open?: unknown } | null)?.open;
    if (typeof path === 'string' && /^\/[A-Za-z0-9_/-]*$/.test(path)) navigate(path);
  };
  worker?.addEventListener('message', follow);
  return () => worker?.removeEventListener('message', follow);
}

function FramedPage({ path }: { readonly path: string }): ReactNode {
  for (const { pattern, section, Page } of pages) {
    const params = matchPath(pattern, path);
    if (params === null) continue;
    return (
      <Frame section={section}>
        <FaultBoundary at={path}>
          <Suspense fallback={null}>
            <Page params={params} />
          </Suspense>
        </FaultBoundary>
      </Frame>
    );
  }
  return (
    <Frame section={null}>
      <NotFoundPage path={path} />
    </Frame>
  );
}
