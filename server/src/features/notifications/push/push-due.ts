import { notificationPath } from '#contract/notifications/keys.ts';
import { type Scope, transact } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pushKeys } from '../../../kernel/security/push-keys.ts';
import { updateOutcome } from '../notify/delivery-log.queries.ts';
import { quietUntil } from '../local-times.ts';
import type { ItemRow } from '../notifications.queries.ts';
import {
  claimMinutes,
  decide,
  minutesAfter,
  pauses,
  pushedSingly,
} from '../notifications.rules.ts';
import { itemView } from '../notifications.views.ts';
import { languageFor } from '../../../kernel/outbound/languages.ts';
import { sentenceOf } from '../sentence.ts';
import { phrases } from '../phrases.ts';
import {
  selectChoices,
  selectDefaults,
  selectSettings,
} from '../preferences/preferences.queries.ts';
import { PreferenceLookup, settingsView } from '../preferences/preferences.views.ts';
import {
  deleteDevices,
  type DeviceRow,
  type DueRow,
  selectDevices,
  selectDuePushes,
  selectLocked,
  updateClaimedPushes,
  updateSent,
} from './push.queries.ts';
import { type PushResult, pushTo, subjectOf } from './sending.ts';

/** Returns the encryption context of devices' secrets. */
export const encryptionContext = (scope: Pick<Scope, 'school'>): string =>
  `push-device:${scope.school.school_id}`;

interface Claimed {
  readonly origin: string | null;
  readonly items: readonly DueRow[];
  readonly devices: readonly DeviceRow[];
  readonly payloads: readonly { text: string; topic: string }[];
}

/** Maximum characters of a message in a push. Push services accept at most 4 KB (RFC 8030). */
const wordsMax = 160;

/** Returns a message for a push: in one line, with names instead of mentions. */
const wordsOf = ({ words }: DueRow): string => {
  if (words === null) return '';
  const line = words.text
    .replace(/@\[(\d+)\]/g, (_, uid: string) => `@${words.names[uid] ?? ''}`)
    .replace(/\s+/g, ' ')
    .trim();
  const signs = [...line];
  return `: ${signs.length > wordsMax ? `${signs.slice(0, wordsMax).join('')}…` : line}`;
};

/** Claims the pushes that are due for a person, and stores the outcome of those that are no longer needed. */
const claim = (scope: Scope, user: number): Promise<Claimed | null> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const now = clock.now();
    const locked = await selectLocked(db, user);
    const due = locked === undefined ? [] : await selectDuePushes(db, user, now);
    if (locked === undefined || due.length === 0) return null;
    const [settings, defaults, choices, devices] = await Promise.all([
      selectSettings(db, user),
      selectDefaults(db, null),
      selectChoices(db, user),
      selectDevices(db, user),
    ]);
    const lookup = new PreferenceLookup(defaults, choices);
    const ids = (rows: readonly ItemRow[]) => rows.map(({ id }) => id);
    const skip = (rows: readonly ItemRow[], reason: 'read' | 'deleted' | 'off' | 'no_device') =>
      updateOutcome(db, ids(rows), 'mobile', {
        state: 'skipped',
        reason,
        dueAt: null,
        isTry: false,
        now,
      });
    const isDeleted = (row: ItemRow) => row.deleted_at !== null;
    const isRead = (row: ItemRow) => !isDeleted(row) && row.read_at !== null;
    const isOff = (row: ItemRow) => !decide(lookup.of(row.key, 'mobile', row.group_id)).isOn;
    await skip(due.filter(isDeleted), 'deleted');
    await skip(due.filter(isRead), 'read');
    const unread = due.filter((row) => !isDeleted(row) && !isRead(row));
    await skip(unread.filter(isOff), 'off');
    const items = unread.filter((row) => !isOff(row));
    if (items.length === 0) return null;
    const until = quietUntil(settings.time_zone ?? 'UTC', settingsView(settings).quietHours, now);
    if (until !== null) {
      await updateOutcome(db, ids(items), 'mobile', {
        state: 'waiting',
        reason: 'quiet',
        dueAt: until,
        isTry: false,
        now,
      });
      await emit(context, 'notification_due', { people: [user], platform: 'mobile' }, until);
      return null;
    }
    if (devices.length === 0) {
      await skip(items, 'no_device');
      return null;
    }
    await updateClaimedPushes(db, ids(items), minutesAfter(now, claimMinutes));
    const language = languageFor(locked.locale, scope.school.locale);
    const payload = (body: string, path: string, tag: string, id: string | null) => ({
      text: JSON.stringify({
        title: scope.school.name,
        body,
        path,
        tag,
        id,
        unread: locked.unread,
        language,
        dir: phrases[language].dir,
      }),
      topic: tag,
    });
    const singly = items.map((row) => {
      const item = itemView(row);
      const body = settings.hides_text
        ? phrases[language].hidden(1)
        : sentenceOf(language, item) + wordsOf(row);
      // A newer push about a conversation replaces the previous one, both on the device and at the push service.
      return payload(
        body,
        notificationPath(item),
        item.conversation ? `c${item.conversation.id}` : `n${row.id}`,
        item.id,
      );
    });
    const payloads =
      items.length <= pushedSingly
        ? singly
        : [payload(phrases[language].hidden(items.length), '/notifications', 'several', null)];
    return { origin: locked.origin, items, devices, payloads };
  });

/** Sends all pushes to all devices. Returns the last result of each device. */
const send = async (
  scope: Scope,
  { origin, devices, payloads }: Claimed,
): Promise<ReadonlyMap<number, PushResult>> => {
  const keys = { ...(await pushKeys(scope.pool, scope.tokens)), subject: subjectOf(origin) };
  const results = await Promise.all(
    devices.map(async (device): Promise<[number, PushResult]> => {
      const auth = scope.tokens.decrypt(encryptionContext(scope), device.auth);
      // The secret was encrypted with a key that no longer exists, so pushes to this device are impossible.
      if (auth === null) return [device.id, 'gone'];
      let result: PushResult = 'taken';
      for (const payload of payloads) {
        result = await pushTo(
          scope.hooks,
          keys,
          { endpoint: device.endpoint, p256dh: device.p256dh, auth },
          payload,
        );
        if (result !== 'taken') break;
      }
      return [device.id, result];
    }),
  );
  return new Map(results);
};

/** Stores the outcome and schedules retries. */
const conclude = (
  scope: Scope,
  user: number,
  { items }: Claimed,
  results: ReadonlyMap<number, PushResult>,
): Promise<void> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const now = clock.now();
    const of = (which: PushResult) =>
      [...results].flatMap(([id, result]) => (result === which ? [id] : []));
    await deleteDevices(db, user, of('gone'));
    await updateSent(db, of('taken'), now);
    const ids = items.map(({ id }) => id);
    const end = (state: 'sent' | 'skipped' | 'failed', reason: 'no_device' | 'refused' | null) =>
      updateOutcome(db, ids, 'mobile', { state, reason, dueAt: null, isTry: true, now });
    if (of('taken').length > 0) return end('sent', null);
    if (of('later').length === 0)
      return of('refused').length > 0 ? end('failed', 'refused') : end('skipped', 'no_device');
    const pause = pauses[Math.max(...items.map(({ attempts }) => attempts))];
    if (pause === undefined) return end('failed', 'refused');
    const dueAt = minutesAfter(now, pause);
    await updateOutcome(db, ids, 'mobile', {
      state: 'waiting',
      reason: 'retry',
      dueAt,
      isTry: true,
      now,
    });
    await emit(context, 'notification_due', { people: [user], platform: 'mobile' }, dueAt);
  });

/** Pushes what is due for a person. Simultaneous calls push each notification at most once. */
export const pushDue = async (scope: Scope, user: number): Promise<void> => {
  const claimed = await claim(scope, user);
  if (claimed !== null) await conclude(scope, user, claimed, await send(scope, claimed));
};
