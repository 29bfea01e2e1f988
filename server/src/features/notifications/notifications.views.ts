import type { Explanation, Notification } from '#contract/notifications/endpoints.ts';
import { faceView, fileUrl } from '../people/people.views.ts';
import type { DeliveryRow, ItemRow } from './notifications.queries.ts';
import { decide, partsOf } from './notifications.rules.ts';
import type { PreferenceLookup } from './preferences/preferences.views.ts';

const instant = (at: string): string => new Date(at).toISOString();

/** Returns a notification as its owner sees it. */
export const itemView = (row: ItemRow): Notification => ({
  id: String(row.id),
  category: partsOf(row.key).category,
  key: row.key,
  kind: row.kind,
  people: row.people.map(faceView),
  peopleCount: row.people_count,
  conversation:
    row.conversation_id === null
      ? null
      : { id: String(row.conversation_id), name: row.conversation_name },
  club: row.club && {
    id: String(row.club.id),
    name: row.club.name,
    logoUrl: fileUrl(row.club.logo),
  },
  target:
    row.target_kind === null || row.target_id === null
      ? null
      : { kind: row.target_kind, id: String(row.target_id) },
  about:
    row.about_title === null || row.about_path === null
      ? null
      : { title: row.about_title, path: row.about_path, note: row.about_note },
  at: instant(row.changed_at),
  isRead: row.read_at !== null,
  can: { answer: row.can_answer },
  change: row.change,
});

const order = ['in_app', 'mobile', 'email'];

/** Returns why someone received a notification. */
export const explanationView = (
  row: ItemRow & { deliveries: readonly DeliveryRow[] },
  lookup: PreferenceLookup,
): Explanation => ({
  item: itemView(row),
  firstAt: instant(row.created_at),
  place: partsOf(row.key).place,
  groupId: row.group_id === 0 ? null : String(row.group_id),
  platforms: row.deliveries
    .toSorted((a, b) => order.indexOf(a.platform) - order.indexOf(b.platform))
    .map((delivery) => {
      const now = decide(lookup.of(row.key, delivery.platform, row.group_id));
      return {
        platform: delivery.platform,
        rule: delivery.rule,
        state: delivery.state,
        reason: delivery.reason,
        at: instant(delivery.at),
        dueAt:
          delivery.state === 'waiting' && delivery.due_at !== null
            ? instant(delivery.due_at)
            : null,
        digest:
          delivery.digest_id === null
            ? null
            : { id: String(delivery.digest_id), items: delivery.digest_items ?? 0 },
        now: { value: now.isOn ? 'yes' : 'no', rule: now.rule },
        can: { change: now.rule !== 'locked' },
      };
    }),
});
