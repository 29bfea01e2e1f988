import { Code } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  development: {
    order: 40,
    to: paths.development,
    label: 'nav.development',
    icon: Code,
    isBuilt: true,
  },
} satisfies Destinations;
