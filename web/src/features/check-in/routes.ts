import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { alone, section } from '../../routing.ts';

export const routes = [
  section(
    alone,
    paths.checkIn,
    page(() => import('./scanner-page.tsx'), 'ScannerPage'),
    'occurrence',
  ),
  section(
    alone,
    paths.ticket,
    page(() => import('./ticket-page.tsx'), 'TicketPage'),
    'occurrence',
  ),
] as const;
