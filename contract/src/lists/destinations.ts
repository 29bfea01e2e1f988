/* Written by `npm run lists`: what each feature declares. */
import { destinations as approvals } from '../approvals/destinations.ts';
import { destinations as booking } from '../booking/destinations.ts';
import { destinations as calendar } from '../calendar/destinations.ts';
import { destinations as chat } from '../chat/destinations.ts';
import { destinations as clubs } from '../clubs/destinations.ts';
import { destinations as connections } from '../connections/destinations.ts';
import { destinations as directory } from '../directory/destinations.ts';
import { destinations as elections } from '../elections/destinations.ts';
import { destinations as finances } from '../finances/destinations.ts';
import { destinations as home } from '../home/destinations.ts';
import { destinations as jobs } from '../jobs/destinations.ts';
import { destinations as menus } from '../menus/destinations.ts';
import { destinations as newsletters } from '../newsletters/destinations.ts';
import { destinations as payments } from '../payments/destinations.ts';

export const destinations = [
  ...approvals,
  ...booking,
  ...calendar,
  ...chat,
  ...clubs,
  ...connections,
  ...directory,
  ...elections,
  ...finances,
  ...home,
  ...jobs,
  ...menus,
  ...newsletters,
  ...payments,
] as const;
