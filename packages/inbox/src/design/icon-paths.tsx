/** Drawn on a grid of 16 with lines of 1.5, round at the ends. */
export const iconPaths = {
  agent: (
    <>
      <rect x="3" y="5.5" width="10" height="7.5" rx="1.5" />
      <path d="M8 5.5V3M8 2.8h.01M6 8.5v1M10 8.5v1" />
    </>
  ),
  bytes: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M5.5 6v4M8 6h2.5v4H8V6Z" />
    </>
  ),
  chart: <path d="M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  'chevron-down': <path d="m4 6.5 4 4 4-4" />,
  'chevron-left': <path d="m9.5 4-4 4 4 4" />,
  'chevron-right': <path d="m6.5 4 4 4-4 4" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.4" />
    </>
  ),
  coin: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M9.8 6.2C9.4 5.5 8.8 5.2 8 5.2c-1 0-1.8.5-1.8 1.4 0 2 3.7.9 3.7 2.9 0 .9-.8 1.4-1.9 1.4-.9 0-1.6-.4-1.9-1.1M8 4.2v1M8 10.8v1" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  document: (
    <>
      <path d="M4 2.5h5l3 3v8H4v-11Z" />
      <path d="M9 2.5v3h3M6 8.5h4M6 11h4" />
    </>
  ),
  download: <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11" />,
  edit: <path d="M10.8 3.2a1.4 1.4 0 0 1 2 2L6 12l-2.8.8L4 10l6.8-6.8ZM9.6 4.4l2 2" />,
  external: (
    <path d="M9.5 2.5h4v4M13.2 2.8 7.5 8.5M11.5 9v3.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1H7" />
  ),
  eye: (
    <>
      <path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8Z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" />,
  inbox: (
    <>
      <path d="M2 9.5 3.8 3.6A1 1 0 0 1 4.8 3h6.4a1 1 0 0 1 1 .6L14 9.5V12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V9.5Z" />
      <path d="M2 9.5h3.5c.3 1.2 1.2 2 2.5 2s2.2-.8 2.5-2H14" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.7M8 5h.01" />
    </>
  ),
  key: (
    <>
      <circle cx="5.5" cy="10.5" r="3" />
      <path d="m7.8 8.2 5.2-5.2M10.5 5.5l2 2" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.5" y="3.5" width="13" height="9" rx="1.5" />
      <path d="M4.3 6.5h.01M6.8 6.5h.01M9.3 6.5h.01M11.8 6.5h.01M5.5 9.7h5" />
    </>
  ),
  leave: <path d="M6 13.5H3.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H6M10.5 11l3-3-3-3M13.3 8H6" />,
  link: (
    <path d="M6.8 9.2 9.2 6.8M7.5 4.6l1.3-1.3a2.7 2.7 0 0 1 3.9 3.9l-1.3 1.3M8.5 11.4l-1.3 1.3a2.7 2.7 0 0 1-3.9-3.9l1.3-1.3" />
  ),
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  moon: <path d="M13.5 9.6A6 6 0 1 1 6.4 2.5a4.8 4.8 0 0 0 7.1 7.1Z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />,
  offline: (
    <path d="m2 2 12 12M5.3 10.7a3.8 3.8 0 0 1 4.9-.4M3.2 8.4A6.8 6.8 0 0 1 6.3 6.7M8.7 6.5a6.8 6.8 0 0 1 4.1 1.9M1.3 6.2A9.7 9.7 0 0 1 3.9 4.5M6.7 3.6a9.7 9.7 0 0 1 8 2.6M8 13h.01" />
  ),
  undo: <path d="M5.5 3.5 2.5 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7" />,
  'one-way': <path d="M2.5 8h9M8.5 4.5 12 8l-3.5 3.5M14 3.5v9" />,
  passkey: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.8 13c.3-2.5 1.9-4 4.2-4 .8 0 1.5.2 2.1.5" />
      <circle cx="12" cy="8" r="2" />
      <path d="M12 10v4l1.3-1M12 12l1 .01" />
    </>
  ),
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  paused: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.3 5.8v4.4M9.7 5.8v4.4" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.8 13c.4-2.4 2-3.8 4.2-3.8s3.8 1.4 4.2 3.8M10.5 3.3a2.4 2.4 0 0 1 0 4.4M12 9.7c1.2.5 2 1.7 2.2 3.3" />
    </>
  ),
  'person-new': (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.8 13c.4-2.4 2-3.8 4.2-3.8 1.3 0 2.4.5 3.2 1.4M12.5 7.5v4M10.5 9.5h4" />
    </>
  ),
  plan: (
    <>
      <circle cx="4" cy="4" r="1.5" />
      <circle cx="4" cy="12" r="1.5" />
      <path d="M4 5.5v5M7.5 4h6M7.5 12h6" />
    </>
  ),
  play: <path d="M5 3.5v9l7-4.5-7-4.5Z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  policy: (
    <>
      <path d="M2.5 4h4M2.5 8h7M2.5 12h4M9.5 4h4M12.5 8h1M9.5 12h4" />
      <path d="M8 2.8v2.4M11 6.8v2.4M8 10.8v2.4" />
    </>
  ),
  question: (
    <>
      <path d="M2.5 3.5h11v8H8l-3 2.5v-2.5H2.5v-8Z" />
      <path d="M6.6 6.2c.2-.7.7-1 1.4-1 .8 0 1.4.5 1.4 1.2 0 1-1.4 1-1.4 1.8M8 9.8h.01" />
    </>
  ),
  refused: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m3.8 3.8 8.4 8.4" />
    </>
  ),
  reload: <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.5v3.2h-3.2" />,
  rows: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M2.5 6.3h11M2.5 9.7h11" />
    </>
  ),
  screen: (
    <>
      <rect x="2" y="2.5" width="12" height="8.5" rx="1.5" />
      <path d="M8 11v2.5M5.5 13.5h5" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </>
  ),
  server: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.01M5 11h.01" />
    </>
  ),
  shield: <path d="M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4L8 1.8Z" />,
  'shield-off': (
    <path d="M6 2.5 8 1.8 13 3.6v4c0 .8-.1 1.6-.4 2.3M11 12.3c-.8.8-1.8 1.5-3 1.9-3-1.1-5-3.4-5-6.6v-4M2 2l12 12" />
  ),
  bolt: <path d="M9 1.8 3.6 9.2h3.6L6.6 14.2 12.4 6.6H8.6L9 1.8z" />,
  'shield-check': (
    <>
      <path d="M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4L8 1.8Z" />
      <path d="m5.7 8 1.7 1.7 3-3.5" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
    </>
  ),
  terminal: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="m4.8 6.3 2 1.7-2 1.7M8.5 10h2.5" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.5 14.3 13.2H1.7L8 2.5Z" />
      <path d="M8 6.5v3M8 11.3h.01" />
    </>
  ),
} as const;
