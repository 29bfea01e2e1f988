import { AlarmClock, CalendarClock, FilePlus, GraduationCap, Megaphone } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  course_work_added: FilePlus,
  course_work_moved: CalendarClock,
  course_work_near: AlarmClock,
  course_announced: Megaphone,
  course_graded: GraduationCap,
} as const;
