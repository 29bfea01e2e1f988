import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.booking,
    page(() => import('./booking-page.tsx'), 'BookingPage'),
    'uid',
    'kind',
    'move',
  ),
  inShell(
    paths.bookings,
    page(() => import('./bookings-page.tsx'), 'BookingsPage'),
    'list',
  ),
  inShell(
    paths.bookingHours,
    page(() => import('./hours-page.tsx'), 'HoursPage'),
  ),
] as const;
