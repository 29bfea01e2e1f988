import type { Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { always, isEventThere, isFirstInvitation } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

/** Notifies people about an event. Similar events join the open notification. The events feature has chosen the people. */
export const onEventNotice = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'event_notice'>,
): Promise<void> => {
  const { kind, key, fold, title, path, event, group, note = '' } = payload;
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
    fold,
    group: group ?? 0,
    about: { title, path, note },
  });
};
