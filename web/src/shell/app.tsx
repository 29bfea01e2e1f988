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

// The texts of every page. Other texts load with their pages.
addEnglish({ ...uiEnglish, ...shellEnglish });

const start = () => startApp(isPublicMode, () => router.load());

export function App() {
  const [state, setState] = useState(appState.get);
  useEffect(() => {
    // Render in slices, because the first screen is the largest render.
    const stop = appState.subscribe(() => startTransition(() => setState(appState.get())));
    if (appState.get().kind === 'loading') void start();
    return stop;
  }, []);
  switch (state.kind) {
    case 'loading':
      // The same shape that index.html paints before any script.
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

/** Renders the app into the page, where index.html shows a loading state until then. */
export async function drawApp(): Promise<void> {
  followSystemAppearance();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const drawn = createRoot(root, {
    // Offline, a page fails to load. This isn't an error of ours, and the page shows it.
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

/** Starts the school's usage analytics once a user is signed in. */
function countVisits(): void {
  const count = async () => {
    const [{ user }, here] = [session.get(), school.get()];
    if (user === null || here === null) return;
    const { startAnalytics } = await import('../lib/analytics.ts');
    startAnalytics({ user, schoolCode: here.school_code });
  };
  // Nothing waits for it.
  const begin = () => void count().catch(() => undefined);
  session.subscribe(begin);
  begin();
}
