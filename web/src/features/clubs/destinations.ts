import { Shapes } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  clubs: {
    order: 80,
    to: paths.clubs,
    label: 'nav.clubs',
    icon: Shapes,
    isOfHub: true,
    isBuilt: true,
  },
} satisfies Destinations;
