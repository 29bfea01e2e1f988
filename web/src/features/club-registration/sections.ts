import { ClipboardPen } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 62,
    to: paths.adminClubRegistration,
    label: 'clubRegistration.title',
    icon: ClipboardPen,
    permissions: ['clubs.manage'],
  },
];
