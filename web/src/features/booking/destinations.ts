import { CalendarClock } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  booking: {
    order: 130,
    to: paths.booking,
    label: 'nav.booking',
    icon: CalendarClock,
    isBuilt: true,
  },
} satisfies Destinations;
