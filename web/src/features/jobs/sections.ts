import { BriefcaseBusiness } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 66,
    to: paths.adminJobs,
    label: 'jobs.title',
    icon: BriefcaseBusiness,
    permissions: ['jobs.manage_all'],
  },
];
