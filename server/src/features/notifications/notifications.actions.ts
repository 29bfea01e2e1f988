import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { idsMax, itemChangesMax } from '#contract/notification-keys.ts';
import type {
  countUnread,
  deleteNotifications,
  Explanation,
  explainNotification,
  listNotificationChanges,
  listNotifications,
  markAllNotifications,
  markNotifications,
  restoreNotifications,
} from '#contract/notifications.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { problem } from '../../kernel/http/problem.ts';
import { tellLists } from './ledger/ledger.actions.ts';
import {
  selectItem,
  selectItemChanges,
  selectItems,
  selectMarks,
  updateDeleted,
  updateRead,
  type Marks,
} from './notifications.queries.ts';
import { explanationView, itemView } from './notifications.views.ts';
import { selectChoices, selectDefaults } from './preferences/preferences.queries.ts';
import { SaidOf } from './preferences/preferences.views.ts';

const numbers = (ids: readonly string[]): number[] => ids.flatMap((id) => personId(id) ?? []);

/** A window of the caller's list. */
export const readList = async (
  context: Context,
  input: HandlerInput<typeof listNotifications>,
): Promise<Reply<typeof listNotifications>> => {
  const isUnreadOnly = input.only === 'unread';
  const { items, total, unread, change } = await selectItems(context.db, memberOf(context).userId, {
    ...input,
    isUnreadOnly,
  });
  return { total: isUnreadOnly ? unread : total, unread, change, items: items.map(itemView) };
};

/** How many of the caller's are unread. */
export const readUnreadCount = async (context: Context): Promise<Reply<typeof countUnread>> =>
  selectMarks(context.db, memberOf(context).userId);

/** What happened in the caller's list after a change. */
export const readChanges = async (
  context: Context,
  { after }: HandlerInput<typeof listNotificationChanges>,
): Promise<Reply<typeof listNotificationChanges>> => {
  const { items, unread, change, forgotten } = await selectItemChanges(
    context.db,
    memberOf(context).userId,
    after,
  );
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
};

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

/** Marks some of the caller's as read or unread. */
export const mark = async (
  context: Context,
  { ids, read }: HandlerInput<typeof markNotifications>,
): Promise<Reply<typeof markNotifications>> =>
  after(
    context,
    await updateRead(
      context.db,
      memberOf(context).userId,
      numbers(ids),
      read ? context.clock.now() : null,
    ),
  );

/** Marks all of the caller's as read. */
export const markAll = async (context: Context): Promise<Reply<typeof markAllNotifications>> => {
  const done = await updateRead(context.db, memberOf(context).userId, null, context.clock.now());
  return { ...(await after(context, done)), ids: done.ids.slice(0, idsMax).map(String) };
};

/** Deletes some of the caller's. */
export const remove = async (
  context: Context,
  { ids }: HandlerInput<typeof deleteNotifications>,
): Promise<Reply<typeof deleteNotifications>> =>
  after(
    context,
    await updateDeleted(context.db, memberOf(context).userId, numbers(ids), context.clock.now()),
  );

/** Takes that back. */
export const restore = async (
  context: Context,
  { ids }: HandlerInput<typeof restoreNotifications>,
): Promise<Reply<typeof restoreNotifications>> =>
  after(context, await updateDeleted(context.db, memberOf(context).userId, numbers(ids), null));

/** Why the caller got one of theirs. */
export const explain = async (
  context: Context,
  { id }: HandlerInput<typeof explainNotification>,
): Promise<Explanation> => {
  const me = memberOf(context).userId;
  const number = personId(id);
  if (number === null) throw problem('not_found');
  const [row, defaults, choices] = await Promise.all([
    selectItem(context.db, me, number),
    selectDefaults(context.db, null),
    selectChoices(context.db, me),
  ]);
  if (row === undefined) throw problem('not_found');
  return explanationView(row, new SaidOf(defaults, choices));
};
