/* Written by `npm run lists`: what each feature declares. */
import { destinations as approvals } from '../features/approvals/destinations.ts';
import { destinations as booking } from '../features/booking/destinations.ts';
import { destinations as calendar } from '../features/calendar/destinations.ts';
import { destinations as chat } from '../features/chat/destinations.ts';
import { destinations as clubs } from '../features/clubs/destinations.ts';
import { destinations as connections } from '../features/connections/destinations.ts';
import { destinations as courses } from '../features/courses/destinations.ts';
import { destinations as development } from '../features/development/destinations.ts';
import { destinations as directory } from '../features/directory/destinations.ts';
import { destinations as elections } from '../features/elections/destinations.ts';
import { destinations as events } from '../features/events/destinations.ts';
import { destinations as finances } from '../features/finances/destinations.ts';
import { destinations as home } from '../features/home/destinations.ts';
import { destinations as jobs } from '../features/jobs/destinations.ts';
import { destinations as newsletters } from '../features/newsletters/destinations.ts';
import { destinations as payments } from '../features/payments/destinations.ts';
import { destinations as record } from '../features/record/destinations.ts';

export const destinations = {
  ...approvals,
  ...booking,
  ...calendar,
  ...chat,
  ...clubs,
  ...connections,
  ...courses,
  ...development,
  ...directory,
  ...elections,
  ...events,
  ...finances,
  ...home,
  ...jobs,
  ...newsletters,
  ...payments,
  ...record,
} as const;
