import { lazyComponent } from '../lib/lazy-component.ts';

/** The content of the user's menu, which loads on demand. */
export const PersonMenu = lazyComponent(() => import('./person-menu.tsx'), 'PersonMenu');
