import type { Scope } from '../../kernel/context.ts';
import { onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../kernel/jobs/outbox.ts';
import { noActor, notifyOfEvents, userEventsFor } from '../notifications/notify/notify.ts';
import { isReportThere } from './reports.queries.ts';

/** Notifies a person of a warning, in the name of the school. */
const notifyWarned = async (
  scope: Scope,
  { id: event, payload: { report, person, text } }: OutboxEvent<'person_warned'>,
): Promise<void> =>
  notifyOfEvents(scope, userEventsFor([person], noActor, event), {
    condition: isReportThere(report),
    key: 'general.warnings',
    kind: 'person_warned',
    collapseKey: `warning:${report}:${event}`,
    repeat: 'replace',
    about: { title: scope.school.name, path: '/notifications', note: text },
  });

/** Tells the author of hidden content, in the name of the school. */
const notifyHidden = async (
  scope: Scope,
  { id: event, payload: { report, person, title } }: OutboxEvent<'content_hidden'>,
): Promise<void> =>
  notifyOfEvents(scope, userEventsFor([person], noActor, event), {
    condition: isReportThere(report),
    key: 'general.warnings',
    kind: 'content_hidden',
    collapseKey: `hidden:${report}:${event}`,
    about: { title, path: '/notifications' },
  });

export const reportsJobs = [
  onEventWithNumber('reports.notify-hidden', 'content_hidden', notifyHidden),
  onEventWithNumber('reports.notify-warned', 'person_warned', notifyWarned),
];
