import { idsMax, itemChangesMax } from '#contract/notification-keys.ts';
import {
  countUnread,
  deleteNotifications,
  explainNotification,
  listNotificationChanges,
  listNotifications,
  markAllNotifications,
  markNotifications,
  restoreNotifications,
} from '#contract/notifications.ts';
import { type Context, memberOf } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { personId } from '../../kernel/ids.ts';
import { found, idOf } from '../../kernel/sql.ts';
import { tellLists } from './ledger/notify.ts';
import {
  type Marks,
  selectItem,
  selectItemChanges,
  selectItems,
  selectMarks,
  updateDeleted,
  updateRead,
} from './notifications.queries.ts';
import { explanationView, itemView } from './notifications.views.ts';
import { selectChoices, selectDefaults } from './preferences/preferences.queries.ts';
import { SaidOf } from './preferences/preferences.views.ts';

const numbers = (ids: readonly string[]): number[] => ids.flatMap((id) => personId(id) ?? []);

/** Tells the caller's other devices, where something has changed. */
const after = async (
  context: Context,
  { ids, marks }: { ids: readonly number[]; marks: Marks },
): Promise<Marks> => {
  if (ids.length > 0)
    await tellLists(context, [
      { user: memberOf(context).userId, change: marks.change, unread: marks.unread },
    ]);
  return marks;
};

export const notificationsHandlers = [
  handle(listNotifications, async ({ db, me }, input) => {
    const isUnreadOnly = input.only === 'unread';
    const { items, total, unread, change } = await selectItems(db, me.userId, {
      ...input,
      isUnreadOnly,
    });
    return { total: isUnreadOnly ? unread : total, unread, change, items: items.map(itemView) };
  }),

  handle(countUnread, async (call) => selectMarks(call.db, call.me.userId)),

  handle(listNotificationChanges, async ({ db, me }, { after }) => {
    const { items, unread, change, forgotten } = await selectItemChanges(db, me.userId, after);
    // Who claims to know more than there is comes from another list: a restored backup.
    const isWhole = after >= forgotten && after <= change && items.length <= itemChangesMax;
    if (!isWhole) return { isWhole, unread, change, items: [], removed: [] };
    const [here, gone] = [
      items.filter((row) => row.deleted_at === null),
      items.filter((row) => row.deleted_at !== null),
    ];
    return {
      isWhole,
      unread,
      change,
      items: here.map(itemView),
      removed: gone.map(({ id }) => String(id)),
    };
  }),

  handle(markNotifications, async (call, { ids, read }) =>
    after(call, await updateRead(call.db, call.me.userId, numbers(ids), read ? call.now : null)),
  ),

  handle(markAllNotifications, async (call) => {
    const done = await updateRead(call.db, call.me.userId, null, call.now);
    return { ...(await after(call, done)), ids: done.ids.slice(0, idsMax).map(String) };
  }),

  handle(deleteNotifications, async (call, { ids }) =>
    after(call, await updateDeleted(call.db, call.me.userId, numbers(ids), call.now)),
  ),

  handle(restoreNotifications, async (call, { ids }) =>
    after(call, await updateDeleted(call.db, call.me.userId, numbers(ids), null)),
  ),

  handle(explainNotification, async ({ db, me }, { id }) => {
    const [row, defaults, choices] = await Promise.all([
      selectItem(db, me.userId, idOf(id)),
      selectDefaults(db, null),
      selectChoices(db, me.userId),
    ]);
    return explanationView(found(row), new SaidOf(defaults, choices));
  }),
];
