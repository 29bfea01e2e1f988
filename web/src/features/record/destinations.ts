import { Medal } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  record: { order: 120, to: paths.cct, label: 'nav.record', icon: Medal, isBuilt: true },
} satisfies Destinations;
