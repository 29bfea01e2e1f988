import { BriefcaseBusiness } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  jobs: {
    order: 84,
    to: paths.jobs,
    label: 'nav.jobs',
    icon: BriefcaseBusiness,
    isBuilt: true,
  },
} satisfies Destinations;
