import { AlarmClock, CalendarClock, FilePlus, GraduationCap, Megaphone } from 'lucide-react';

export const notificationIcons = {
  course_work_added: FilePlus,
  course_work_moved: CalendarClock,
  course_work_near: AlarmClock,
  course_announced: Megaphone,
  course_graded: GraduationCap,
} as const;
