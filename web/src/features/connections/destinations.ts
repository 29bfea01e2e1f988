import { UserRoundCheck } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  people: {
    order: 50,
    to: paths.connections,
    label: 'nav.connections',
    icon: UserRoundCheck,
    needsConnect: true,
    isBuilt: true,
  },
} satisfies Destinations;
