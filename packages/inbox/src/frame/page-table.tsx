import type { PageAddress } from '@countersign/client/people';
import { type ComponentType, lazy } from 'react';
import type { IconName } from '../design/icon.tsx';
import { frameText } from '../language/english/frame.ts';
import { InboxPage } from '../queue/inbox-page.tsx';

export type SectionName =
  | 'inbox'
  | 'history'
  | 'policy'
  | 'insights'
  | 'allowances'
  | 'agents'
  | 'people';

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
  { name: 'inbox', path: '/', label: frameText.inbox, icon: 'inbox', key: 'i' },
  { name: 'history', path: '/history', label: frameText.history, icon: 'clock', key: 'h' },
  { name: 'policy', path: '/policy', label: frameText.policy, icon: 'policy', key: 'p' },
  { name: 'insights', path: '/insights', label: frameText.insights, icon: 'chart', key: 'n' },
  {
    name: 'allowances',
    path: '/allowances',
    label: frameText.allowances,
    icon: 'shield-check',
    key: 'l',
  },
  { name: 'agents', path: '/agents', label: frameText.agents, icon: 'agent', key: 'a' },
  { name: 'people', path: '/people', label: frameText.peopleAndKeys, icon: 'people', key: 'k' },
];

export interface PageProps {
  /** What the pattern names, such as `id` of `/requests/:id`. */
  readonly params: Readonly<Record<string, string>>;
}

interface PageEntry {
  /** A page address, such as `/requests/:id`. */
  readonly pattern: string;
  /** Null where the navigation does not offer the page. */
  readonly section: SectionName | null;
  readonly Page: ComponentType<PageProps>;
}

const HoldPage = lazy(async () => ({
  default: (await import('../hold/hold-page.tsx')).HoldPage,
}));

const BatchPage = lazy(async () => ({
  default: (await import('../batch/batch-page.tsx')).BatchPage,
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
const AllowancesPage = lazy(async () => ({
  default: (await import('../allowances/allowances-page.tsx')).AllowancesPage,
}));
const AllowSimilarPage = lazy(async () => ({
  default: (await import('../allowances/allow-similar-page.tsx')).AllowSimilarPage,
}));
const GuardsPage = lazy(async () => ({
  default: (await import('../guards/guards-page.tsx')).GuardsPage,
}));
const InsightsPage = lazy(async () => ({
  default: (await import('../insights/insights-page.tsx')).InsightsPage,
}));
const DeadLettersPage = lazy(async () => ({
  default: (await import('../dead-letters/dead-letters-page.tsx')).DeadLettersPage,
}));

const SettingsPage = lazy(async () => ({
  default: (await import('../settings/settings-page.tsx')).SettingsPage,
}));

/** The addresses are those that the server knows; these two stand outside the frame. */
type FramedAddress = Exclude<PageAddress, '/join' | '/terminal'>;

const framed: Readonly<Record<FramedAddress, Omit<PageEntry, 'pattern'>>> = {
  '/': { section: 'inbox', Page: InboxPage },
  '/inbox': { section: 'inbox', Page: InboxPage },
  '/requests/:id': { section: 'inbox', Page: InboxPage },
  '/batch': { section: 'inbox', Page: BatchPage },
  '/plans/:agent/:id': { section: 'inbox', Page: PlanPage },
  '/holds/:id': { section: 'inbox', Page: HoldPage },
  '/history': { section: 'history', Page: HistoryPage },
  '/history/:id': { section: 'history', Page: HistoryPage },
  '/policy': { section: 'policy', Page: PolicyPage },
  '/people': { section: 'people', Page: PeoplePage },
  '/connect': { section: 'people', Page: ConnectPage },
  '/allowances': { section: 'allowances', Page: AllowancesPage },
  '/requests/:id/allow': { section: 'inbox', Page: AllowSimilarPage },
  '/agents': { section: 'agents', Page: GuardsPage },
  '/insights': { section: 'insights', Page: InsightsPage },
  '/dead-letters': { section: 'people', Page: DeadLettersPage },
  '/settings': { section: null, Page: SettingsPage },
};

/** Every page within the frame. All but the first screen are loaded when they are first opened. */
export const pages: readonly PageEntry[] = Object.entries(framed).map(([pattern, page]) => ({
  pattern,
  ...page,
}));
