import { House } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  home: { order: 10, to: paths.home, label: 'nav.home', icon: House, isExact: true, isBuilt: true },
} satisfies Destinations;
