import { BookOpen } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 95,
    to: paths.adminCourses,
    label: 'lms.title',
    icon: BookOpen,
    permissions: ['courses.manage'],
  },
];
