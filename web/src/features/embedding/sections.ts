import { AppWindow } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 97,
    to: paths.adminEmbedding,
    label: 'embedding.title',
    icon: AppWindow,
    permissions: ['embedding.manage'],
  },
];
