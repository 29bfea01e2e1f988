import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { bare, inShell, isPublicMode, publicPage, section } from '../../routing.ts';

const event = inShell(
  paths.event,
  page(() => import('./event-page.tsx'), 'EventPage'),
  'occurrence',
);
// Visitors see this page with share=1. The type of the event's page covers both.
const publicEvent = publicPage(
  paths.event,
  page(() => import('./public-event-page.tsx'), 'PublicEventPage'),
  'occurrence',
);

export const routes = [
  inShell(
    paths.events,
    page(() => import('./events-page.tsx'), 'EventsPage'),
    'search_word',
    'view',
    'when',
    'day',
    'month',
    'layout',
    'tag',
    'host',
    'fits',
    'known',
    'free',
    'online',
    'room',
  ),
  inShell(
    paths.newEvent,
    page(() => import('./new-event-page.tsx'), 'NewEventPage'),
    'club',
    'hub',
    'propose',
    'from',
  ),
  ...((isPublicMode ? [publicEvent] : [event]) as [typeof event]),
  inShell(
    paths.editEvent,
    page(() => import('./edit-event-page.tsx'), 'EditEventPage'),
    'occurrence',
  ),
  inShell(
    paths.manageEvent,
    page(() => import('./manage-event-page.tsx'), 'ManageEventPage'),
    'occurrence',
    'status',
    'section',
    'email',
  ),
  section(
    bare,
    paths.eventCode,
    page(() => import('./event-code-page.tsx'), 'EventCodePage'),
    'occurrence',
  ),
  inShell(
    paths.selfCheckIn,
    page(() => import('./self-check-in-page.tsx'), 'SelfCheckInPage'),
    'code',
    'occurrence',
  ),
] as const;
