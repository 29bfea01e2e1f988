import { UsersRound } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  directory: {
    order: 20,
    to: paths.directory,
    label: 'nav.directory',
    icon: UsersRound,
    isBuilt: true,
  },
} satisfies Destinations;
