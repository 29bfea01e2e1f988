import { CalendarClock } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'settings',
    order: 45,
    to: paths.settingsSchedule,
    label: 'schedule.title',
    icon: CalendarClock,
  },
];
