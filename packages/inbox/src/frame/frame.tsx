import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon, Mark } from '../design/icon.tsx';
import { Toasts } from '../design/toast.tsx';
import { frameText } from '../language/english/frame.ts';
import { LockBanner } from '../lock/lock-banner.tsx';
import { Link } from '../navigation/link.tsx';
import { navigate } from '../navigation/place.ts';
import { FilesBanner } from '../policy/files-banner.tsx';
import { parseSearch } from '../queue/queue-search.ts';
import { useQueue } from '../queue/use-queue.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveLine } from './live-line.tsx';
import { type SectionName, sections } from './page-table.tsx';
import { useShortcuts } from './shortcuts.ts';
import './frame.css';

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-list.tsx')).ShortcutList,
}));
const everything = parseSearch('');

/** What stands around every page: where one can go, whether it is live, and who is signed in. */
export function Frame({
  section,
  children,
}: {
  readonly section: SectionName | null;
  readonly children: ReactNode;
}): ReactNode {
  const [listed, setListed] = useState(false);
  useShortcuts({
    '?': () => setListed(true),
    ...Object.fromEntries(sections.map(({ key, path }) => [`g ${key}`, () => navigate(path)])),
  });
  return (
    <div className="frame-all">
      <a className="skip-link" href="#page">
        {frameText.skip}
      </a>
      <LockBanner />
      <FilesBanner />
      <div className="frame">
        <header className="frame-side">
          <Link to="/" className="brand" aria-label={frameText.toInbox}>
            <Mark />
            <span className="frame-wide">Countersign</span>
          </Link>
          <Navigation section={section} />
          <div className="frame-foot">
            <LiveLine />
            <AccountMenu onShortcuts={() => setListed(true)} />
          </div>
        </header>
        <main id="page" tabIndex={-1} className="frame-page">
          {children}
        </main>
      </div>
      <Toasts />
      {listed && (
        <Suspense fallback={null}>
          <ShortcutList open onClose={() => setListed(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Navigation({ section }: { readonly section: SectionName | null }): ReactNode {
  const { rows = [], more } = useQueue(everything);
  const yours = rows.filter(({ eligible }) => eligible).length;
  return (
    <nav className="frame-nav" aria-label={frameText.mainNavigation}>
      <ul>
        {sections.map(({ name, path, label, icon }) => (
          <li key={name}>
            <Link to={path} title={label} {...(name === section ? { 'aria-current': 'page' } : {})}>
              <Icon name={icon} />
              <span className="frame-label">{label}</span>
              {name === 'inbox' && yours > 0 && (
                <span className="frame-count">
                  {yours}
                  {more !== 'no' && '+'}
                  <span className="visually-hidden">{frameText.forYou}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
