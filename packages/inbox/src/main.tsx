// This import is first, because it sets the order of the layers of all other style sheets.
import './design/design.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { api } from './data/api.ts';
import { loseSession, saysSignedOut, setSession } from './data/session.ts';
import { RefusedPage } from './frame/problem-page.tsx';
import { applyTheme } from './frame/theme.ts';
import { language } from './language/chosen.ts';

applyTheme();
document.documentElement.lang = language;

const place = document.getElementById('root');
if (place === null) throw new Error('expected an element with the id root');
const root = createRoot(place);

async function open(): Promise<void> {
  try {
    setSession(await api.session());
  } catch (problem) {
    if (!saysSignedOut(problem)) {
      root.render(<RefusedPage problem={problem} onRetry={() => void open()} />);
      return;
    }
    loseSession(problem);
  }
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void open();
