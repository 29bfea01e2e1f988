import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../lib/call.ts';
import { isPublicMode } from '../lib/start-authentication.ts';
import { useStore } from '../lib/store.ts';
import { router } from '../routes.tsx';
import { SchoolErrorPage } from './school-error-page.tsx';
import { appState, startApp } from './start-app.ts';

const start = () => {
  const { location, matchRoutes } = { location: router.latestLocation, matchRoutes: router.matchRoutes };
  const routeIsPublic = matchRoutes(location.pathname, location.search).some((match) => match.staticData.isPublic);
  return startApp(isPublicMode(window.location.search, routeIsPublic));
};

export function App() {
  const state = useStore(appState);
  useEffect(() => void start(), []);
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
          <RouterProvider router={router} />
        </QueryClientProvider>
      );
  }
}
