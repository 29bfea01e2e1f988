import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { followSystemAppearance } from '../lib/appearance.ts';
import { queryClient } from '../lib/call.ts';
import { PageNotLoaded } from '../lib/page.tsx';
import { addEnglish } from '../lib/messages.ts';
import { nextTask } from '../lib/next-task.ts';
import { school } from '../lib/school.ts';
import { session } from '../lib/session-store.ts';
import { router } from '../routes.tsx';
import { isPublicMode } from '../routing.ts';
import { PageError } from './page-error.tsx';
import shellEnglish from './messages/en.json';
import { SchoolErrorPage } from './school-error-page.tsx';
import { appState, startApp } from './start-app.ts';
import uiEnglish from '../ui/messages/en.json';

// What every page says; the rest comes with the pages that say it.
addEnglish({ ...uiEnglish, ...shellEnglish });

const start = () => startApp(isPublicMode, () => router.load());

export function App() {
  const [state, setState] = useState(appState.get);
  useEffect(() => {
    // In slices: the first screen is the most that is ever drawn at once.
    const stop = appState.subscribe(() => startTransition(() => setState(appState.get())));
    if (appState.get().kind === 'loading') void start();
    return stop;
  }, []);
  switch (state.kind) {
    case 'loading':
      // The same shape as index.html paints before any script.
      return (
        <output className="app-loading" aria-label="Loading">
          <i />
          <b />
        </output>
      );
    case 'failed':
      return <SchoolErrorPage error={state.error} onRetry={start} />;
    case 'ready':
      return (
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} defaultErrorComponent={PageError} />
        </QueryClientProvider>
      );
  }
}

/** Draws the app into the page, where index.html says that it is loading until there is something to show. */
export async function drawApp(): Promise<void> {
  followSystemAppearance();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const drawn = createRoot(root, {
    // Without network a page does not load, which is no mistake of ours, and is said in its place.
    onCaughtError: (error) => {
      if (!(error instanceof PageNotLoaded)) console.error(error);
    },
  });
  await nextTask();
  await start();
  await nextTask();
  startTransition(() =>
    drawn.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  if (document.querySelector('meta[name="analytics"]') !== null) countVisits();
}

/** The school's usage analytics, once somebody is signed in. */
function countVisits(): void {
  const count = async () => {
    const [{ user }, here] = [session.get(), school.get()];
    if (user === null || here === null) return;
    const { startAnalytics } = await import('../lib/analytics.ts');
    startAnalytics({ user, schoolCode: here.school_code });
  };
  // Nobody waits for it.
  const begin = () => void count().catch(() => undefined);
  session.subscribe(begin);
  begin();
}
