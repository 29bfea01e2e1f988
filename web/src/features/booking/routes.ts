import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.booking,
    page(() => import('./booking-page.tsx'), 'BookingPage'),
    'uid',
    'office',
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
  section(
    admin,
    paths.adminBooking,
    page(() => import('./offices-section.tsx'), 'OfficesSection'),
  ),
] as const;
