import { laterPart } from '../lib/later-part.ts';

/** The menu's content, loaded when somebody reaches for it. */
export const PersonMenu = laterPart(() => import('./person-menu.tsx'), 'PersonMenu');
