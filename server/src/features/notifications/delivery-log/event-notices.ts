import type { Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { always, isEventThere, isFirstInvitation } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

/** People hear something of an event; what is alike joins the open item. The feature of events has chosen whom. */
export const onEventNotice = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'event_notice'>,
): Promise<void> => {
  const { kind, key, collapseKey, title, path, event, group, note = '' } = payload;
  const actor = payload.by ?? nobody;
  const people = payload.people.filter((user) => user !== actor);
  await notifyNews(scope, newsFor(people, actor, id), {
    condition:
      event === null
        ? always
        : kind === 'event_invited'
          ? isFirstInvitation(event, path)
          : isEventThere(event),
    key,
    kind,
    collapseKey,
    group: group ?? 0,
    about: { title, path, note },
  });
};
