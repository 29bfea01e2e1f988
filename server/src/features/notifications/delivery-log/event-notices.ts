import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { collapseHours } from '../notifications.rules.ts';
import { always, isEventThere, lockLists } from './delivery-log.queries.ts';
import { notify, originOf } from './notify.ts';

/** Nobody did it: it is time, for example. */
const nobody = 0;

/** People hear something of an event; what is alike joins the open item. The feature of events has chosen whom. */
export const onEventNotice = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'event_notice'>,
): Promise<void> => {
  const { kind, key, fold, title, path, event, group, note = '' } = payload;
  const actor = payload.by ?? nobody;
  const people = payload.people.filter((user) => user !== actor);
  if (people.length === 0) return;
  await transact(scope, async (context) => {
    await lockLists(context.db, context.school.school_id, people, originOf(context));
    await notify(context, {
      news: people.map((user) => ({ user, actor, event: id })),
      condition: event === null ? always : isEventThere(event),
      key,
      kind,
      fold,
      collapseHours,
      group: group ?? 0,
      about: { title, path, note },
    });
  });
};
