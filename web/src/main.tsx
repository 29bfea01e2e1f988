import './styles/app.css';
import { nextTask } from './lib/next-task.ts';
import { router } from './routes.tsx';

// What the address shows is on its way before anything else runs.
router.preload(window.location.href);

// A task each: run in one go they would hold a slow phone for long.
await nextTask();
await import('react-dom/client');
await nextTask();
const { drawApp } = await import('./shell/app.tsx');
await nextTask();
await drawApp();

// A frame that shows one profile needs no socket.
if (!window.location.pathname.startsWith('/embed/')) {
  const begin = () => void import('./hear-live.ts').then(({ hearLive }) => hearLive());
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 3_000 });
  else setTimeout(begin, 1_000);
}
