import { KeyRound } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 85,
    to: paths.adminProvisioning,
    label: 'provisioning.title',
    icon: KeyRound,
    permissions: ['api-keys.manage'],
  },
];
