import { Ticket } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  events: { order: 70, to: paths.events, label: 'nav.events', icon: Ticket, isBuilt: true },
} satisfies Destinations;
