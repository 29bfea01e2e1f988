import './styles/app.css';

/*
 * Don't import anything else statically here: it would be evaluated, with everything it imports, in the first task.
 * Evaluating libraries and app in one go blocks a slow phone for long, so each import below is evaluated in a separate task.
 */
async function start(): Promise<void> {
  const { loadPage } = await import('./routes.tsx');
  // Start loading the page of the URL before anything else runs.
  void loadPage(window.location.href);
  await import('react-dom/client');
  const { drawApp } = await import('./shell/app.tsx');
  await drawApp();
  const { startLiveWhenNeeded } = await import('./shell/start-live.ts');
  startLiveWhenNeeded();
}
// Not awaited: if any module has a top-level await, Rolldown doesn't merge small chunks.
void start();
