import { Vote } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  elections: {
    order: 83,
    to: paths.elections,
    label: 'nav.elections',
    icon: Vote,
    isBuilt: true,
  },
} satisfies Destinations;
