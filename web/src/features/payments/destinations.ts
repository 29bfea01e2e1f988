import { ShoppingBag } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  orders: {
    order: 84,
    to: paths.orders,
    label: 'nav.orders',
    icon: ShoppingBag,
    isBuilt: true,
  },
} satisfies Destinations;
