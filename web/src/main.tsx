import './styles/app.css';

/*
 * Nothing else may be imported statically here: it would be evaluated, with all that it imports, in the first task.
 * Run in one go, libraries and app hold a slow phone for long; each import below is evaluated in a task of its own.
 */
async function start(): Promise<void> {
  const { loadPage } = await import('./routes.tsx');
  // What the address shows is on its way before anything else runs.
  void loadPage(window.location.href);
  await import('react-dom/client');
  const { drawApp } = await import('./shell/app.tsx');
  await drawApp();
  const { startLiveWhenNeeded } = await import('./shell/start-live.ts');
  startLiveWhenNeeded();
}
// Not awaited here: with an await at the top level of any module, Rolldown leaves out merging small chunks.
void start();
