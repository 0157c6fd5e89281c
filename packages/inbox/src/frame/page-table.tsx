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

/** A place that the navigation offers. */
interface Section {
  readonly name: SectionName;
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  /** The second key after `g`. */
  readonly key: string;
}

export interface PageProps {
  /** What the pattern names, such as `id` of `/requests/:id`. */
  readonly params: Readonly<Record<string, string>>;
}

interface PageEntry {
  /** A page address, such as `/requests/:id`. */
  readonly pattern: string;
  /** Null where the navigation has no section for the page. */
  readonly section: SectionName | null;
  readonly Page: ComponentType<PageProps>;
  /** How the navigation offers the page; absent where it does not. */
  readonly offered?: Pick<Section, 'label' | 'icon' | 'key'>;
}

/** A page that is loaded when it is first opened. */
function later(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  return lazy(async () => ({ default: await load() }));
}

const HistoryPage = later(async () => (await import('../history/history-page.tsx')).HistoryPage);

/** The addresses are those that the server knows; these two stand outside the frame. */
type FramedAddress = Exclude<PageAddress, '/join' | '/terminal'>;

/** Every page within the frame, once. The navigation offers its pages in this order. */
const framed: Readonly<Record<FramedAddress, Omit<PageEntry, 'pattern'>>> = {
  '/': {
    section: 'inbox',
    Page: InboxPage,
    offered: { label: frameText.inbox, icon: 'inbox', key: 'i' },
  },
  '/inbox': { section: 'inbox', Page: InboxPage },
  '/requests/:id': { section: 'inbox', Page: InboxPage },
  '/requests/:id/allow': {
    section: 'inbox',
    Page: later(
      async () => (await import('../allowances/allow-similar-page.tsx')).AllowSimilarPage,
    ),
  },
  '/batch': {
    section: 'inbox',
    Page: later(async () => (await import('../batch/batch-page.tsx')).BatchPage),
  },
  '/plans/:agent/:id': {
    section: 'inbox',
    Page: later(async () => (await import('../queue/plan-page.tsx')).PlanPage),
  },
  '/holds/:id': {
    section: 'inbox',
    Page: later(async () => (await import('../hold/hold-page.tsx')).HoldPage),
  },
  '/history': {
    section: 'history',
    Page: HistoryPage,
    offered: { label: frameText.history, icon: 'clock', key: 'h' },
  },
  '/history/:id': { section: 'history', Page: HistoryPage },
  '/policy': {
    section: 'policy',
    Page: later(async () => (await import('../policy/policy-page.tsx')).PolicyPage),
    offered: { label: frameText.policy, icon: 'policy', key: 'p' },
  },
  '/insights': {
    section: 'insights',
    Page: later(async () => (await import('../insights/insights-page.tsx')).InsightsPage),
    offered: { label: frameText.insights, icon: 'chart', key: 'n' },
  },
  '/allowances': {
    section: 'allowances',
    Page: later(async () => (await import('../allowances/allowances-page.tsx')).AllowancesPage),
    offered: { label: frameText.allowances, icon: 'shield-check', key: 'l' },
  },
  '/agents': {
    section: 'agents',
    Page: later(async () => (await import('../guards/guards-page.tsx')).GuardsPage),
    offered: { label: frameText.agents, icon: 'agent', key: 'a' },
  },
  '/people': {
    section: 'people',
    Page: later(async () => (await import('../people/people-page.tsx')).PeoplePage),
    offered: { label: frameText.peopleAndKeys, icon: 'people', key: 'k' },
  },
  '/connect': {
    section: 'people',
    Page: later(async () => (await import('../connect/connect-page.tsx')).ConnectPage),
  },
  '/dead-letters': {
    section: 'people',
    Page: later(
      async () => (await import('../dead-letters/dead-letters-page.tsx')).DeadLettersPage,
    ),
  },
  '/settings': {
    section: null,
    Page: later(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  },
};

/** Every page within the frame. All but the first screen are loaded when they are first opened. */
export const pages: readonly PageEntry[] = Object.entries(framed).map(([pattern, page]) => ({
  pattern,
  ...page,
}));

/** What the navigation offers. */
export const sections: readonly Section[] = pages.flatMap(({ pattern, section, offered }) =>
  section === null || offered === undefined ? [] : [{ name: section, path: pattern, ...offered }],
);
