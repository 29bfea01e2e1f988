import { CalendarDays } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  calendar: {
    order: 90,
    to: paths.calendar,
    label: 'nav.calendar',
    icon: CalendarDays,
    isBuilt: true,
  },
} satisfies Destinations;
