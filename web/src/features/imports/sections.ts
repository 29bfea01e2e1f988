import { FileUp } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 80,
    to: paths.adminImport,
    label: 'imports.title',
    icon: FileUp,
    permissions: ['imports.manage', 'imports.finances'],
  },
];
