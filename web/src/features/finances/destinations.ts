import { Wallet } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  finances: { order: 110, to: paths.finances, label: 'nav.finances', icon: Wallet, isBuilt: true },
} satisfies Destinations;
