import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminRooms,
    page(() => import('./rooms-section.tsx'), 'RoomsSection'),
  ),
] as const;
