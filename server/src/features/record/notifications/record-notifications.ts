import type { Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { isRecordAt } from './record-notifications.queries.ts';
import { userEventsFor, noActor, notifyOfEvents } from '../../notifications/notify/notify.ts';

const collapseKeyOf = (kind: string, item: number): string => `record:${kind}:${item}`;

/**
 * Notifies people when staff award or revoke something. The reason is only on their record. The revocation of a badge
 * replaces the notification of its award, and vice versa.
 */
const onRecordNotice = (
  scope: Scope,
  { id, payload: { kind, item, title, people } }: OutboxEvent<'record_noticed'>,
): Promise<void> =>
  notifyOfEvents(scope, userEventsFor(people, noActor, id), {
    replaces:
      kind === 'badge_awarded'
        ? [collapseKeyOf('badge_revoked', item)]
        : kind === 'badge_revoked'
          ? [collapseKeyOf('badge_awarded', item)]
          : [],
    condition: isRecordAt(kind, item),
    key: 'general.approvals',
    kind,
    collapseKey: collapseKeyOf(kind, item),
    repeat: 'replace',
    about: { title, path: kind === 'experience_revoked' ? `/cct/entries/${item}` : '/cct' },
  });

export const recordNotifications = [
  onEventWithNumber('record.notify', 'record_noticed', onRecordNotice),
];
