import { type ComponentType, lazy } from 'react';
import type { IconName } from '../design/icon.tsx';
import { InboxPage } from '../queue/inbox-page.tsx';

export type SectionName = 'inbox' | 'history' | 'policy' | 'people';

interface Section {
  readonly name: SectionName;
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  /** The second key after `g`. */
  readonly key: string;
}

/** What the navigation offers. */
export const sections: readonly Section[] = [
  { name: 'inbox', path: '/', label: 'Inbox', icon: 'inbox', key: 'i' },
  { name: 'history', path: '/history', label: 'History', icon: 'clock', key: 'h' },
  { name: 'policy', path: '/policy', label: 'Policy', icon: 'policy', key: 'p' },
  { name: 'people', path: '/people', label: 'People and keys', icon: 'people', key: 'k' },
];

export interface PageProps {
  /** What the pattern names, such as `id` of `/requests/:id`. */
  readonly params: Readonly<Record<string, string>>;
}

interface PageEntry {
  readonly pattern: string;
  readonly section: SectionName;
  readonly Page: ComponentType<PageProps>;
}

const HoldPage = lazy(async () => ({
  default: (await import('../hold/hold-page.tsx')).HoldPage,
}));

const PlanPage = lazy(async () => ({
  default: (await import('../queue/plan-page.tsx')).PlanPage,
}));

const HistoryPage = lazy(async () => ({
  default: (await import('../history/history-page.tsx')).HistoryPage,
}));
const PolicyPage = lazy(async () => ({
  default: (await import('../policy/policy-page.tsx')).PolicyPage,
}));
const PeoplePage = lazy(async () => ({
  default: (await import('../people/people-page.tsx')).PeoplePage,
}));
const ConnectPage = lazy(async () => ({
  default: (await import('../connect/connect-page.tsx')).ConnectPage,
}));
const DeadLettersPage = lazy(async () => ({
  default: (await import('../dead-letters/dead-letters-page.tsx')).DeadLettersPage,
}));

/** Every page within the frame. All but the first screen are loaded when they are first opened. */
export const pages: readonly PageEntry[] = [
  { pattern: '/', section: 'inbox', Page: InboxPage },
  { pattern: '/inbox', section: 'inbox', Page: InboxPage },
  { pattern: '/requests/:id', section: 'inbox', Page: InboxPage },
  { pattern: '/plans/:agent/:id', section: 'inbox', Page: PlanPage },
  { pattern: '/holds/:id', section: 'inbox', Page: HoldPage },
  { pattern: '/history', section: 'history', Page: HistoryPage },
  { pattern: '/history/:id', section: 'history', Page: HistoryPage },
  { pattern: '/policy', section: 'policy', Page: PolicyPage },
  { pattern: '/people', section: 'people', Page: PeoplePage },
  { pattern: '/connect', section: 'people', Page: ConnectPage },
  { pattern: '/dead-letters', section: 'people', Page: DeadLettersPage },
];
