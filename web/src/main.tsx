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
