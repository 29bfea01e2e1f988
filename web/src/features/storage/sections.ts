import { HardDrive } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'settings',
    order: 35,
    to: paths.settingsStorage,
    label: 'storage.title',
    icon: HardDrive,
  },
  {
    in: 'admin',
    order: 74,
    to: paths.adminStorage,
    label: 'storage.title',
    icon: HardDrive,
    permissions: ['storage.manage'],
  },
];
