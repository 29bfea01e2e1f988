import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { bare, section } from '../../routing.ts';

export const routes = [
  section(
    bare,
    paths.checkIn,
    page(() => import('./scanner-page.tsx'), 'ScannerPage'),
    'occurrence',
  ),
  section(
    bare,
    paths.ticket,
    page(() => import('./ticket-page.tsx'), 'TicketPage'),
    'occurrence',
  ),
] as const;
