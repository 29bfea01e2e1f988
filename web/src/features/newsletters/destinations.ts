import { Inbox } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  inbox: { order: 60, to: paths.inbox, label: 'nav.inbox', icon: Inbox, isBuilt: true },
} satisfies Destinations;
