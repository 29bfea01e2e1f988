import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.calendar,
    page(() => import('./calendar-page.tsx'), 'CalendarPage'),
    'view',
    'date',
  ),
] as const;
