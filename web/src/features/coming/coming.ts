import { page } from '../../lib/page.tsx';

/** The page of sections still to come. Whoever builds one puts its own page in the place of this. */
export const coming = page(() => import('./coming-page.tsx'), 'ComingPage');
