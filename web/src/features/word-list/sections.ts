import { SpellCheck } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 15,
    to: paths.adminWordList,
    label: 'wordList.title',
    icon: SpellCheck,
    permissions: ['reports.manage'],
  },
];
