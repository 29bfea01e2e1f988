import { lazyComponent } from '../lib/lazy-component.ts';

/** The menu's content, loaded when somebody reaches for it. */
export const PersonMenu = lazyComponent(() => import('./person-menu.tsx'), 'PersonMenu');
