import { transact, type Scope } from '../../../kernel/context.ts';
import type { Message } from '../../../kernel/outbound/mail.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { updateOutcome } from '../notify/delivery-log.queries.ts';
import type { ItemRow } from '../notifications.queries.ts';
import { claimMinutes, decide, minutesAfter, pauses } from '../notifications.rules.ts';
import { itemView } from '../notifications.views.ts';
import { languageFor } from '../../../kernel/outbound/languages.ts';
import {
  selectChoices,
  selectDefaults,
  selectSettings,
} from '../preferences/preferences.queries.ts';
import { PreferenceLookup } from '../preferences/preferences.views.ts';
import { selectLocked } from '../push/push.queries.ts';
import { encryptUnsubscribe } from './unsubscribe-tokens.ts';
import { digestMail } from './mails.mails.ts';
import {
  insertDigest,
  selectDigestItems,
  selectDueMails,
  updateAgainDigest,
  updateClaimedDigests,
  updateDigest,
  type DigestRow,
} from './mails.queries.ts';

interface Ready {
  readonly digest: DigestRow;
  readonly mail: Message;
}

/**
 * Puts due notifications that are still unread and wanted into an email. Returns the emails to send, which this job has
 * claimed.
 */
const buildDigests = (scope: Scope, user: number): Promise<readonly Ready[]> =>
  transact(scope, async (context) => {
    const { db, school, clock } = context;
    const now = clock.now();
    const locked = await selectLocked(db, user);
    if (locked === undefined) return [];
    const due = await selectDueMails(db, user, now);
    if (due.length > 0) {
      const [settings, defaults, choices] = await Promise.all([
        selectSettings(db, user),
        selectDefaults(db, null),
        selectChoices(db, user),
      ]);
      const lookup = new PreferenceLookup(defaults, choices);
      const reasonOf = (row: ItemRow) => {
        if (row.deleted_at !== null) return 'deleted';
        if (row.read_at !== null) return 'read';
        if (locked.email === null) return 'no_address';
        return decide(lookup.of(row.key, 'email', row.group_id)).isOn ? null : 'off';
      };
      for (const [reason, rows] of Map.groupBy(due, reasonOf)) {
        const items = rows.map(({ id }) => id);
        if (reason === null)
          await insertDigest(db, school.school_id, {
            user,
            frequency: settings.email_frequency,
            items,
            now,
          });
        else
          await updateOutcome(db, items, 'email', {
            state: 'skipped',
            reason,
            dueAt: null,
            isTry: false,
            now,
          });
      }
    }
    const digests = await updateClaimedDigests(db, user, now, minutesAfter(now, claimMinutes));
    const ready: Ready[] = [];
    for (const digest of digests) {
      // If people have read everything before a retry, the email is no longer needed.
      const all = await selectDigestItems(db, user, digest.id);
      const items = all.filter((row) => row.read_at === null && row.deleted_at === null);
      const known = all.filter((row) => !items.includes(row)).map(({ id }) => id);
      await updateOutcome(db, known, 'email', {
        state: 'skipped',
        reason: 'read',
        dueAt: null,
        isTry: false,
        now,
      });
      if (items.length === 0 || locked.email === null || locked.origin === null) {
        await updateDigest(db, digest.id, {
          state: 'skipped',
          reason: locked.email === null ? 'no_address' : null,
          now,
        });
        continue;
      }
      const frame = {
        school,
        origin: locked.origin,
        token: encryptUnsubscribe(scope, user),
        language: languageFor(locked.locale, school.locale),
      };
      ready.push({ digest, mail: digestMail(locked.email, items.map(itemView), frame) });
    }
    return ready;
  });

/** Returns whether the mail server refused the email permanently. All other errors are retried. */
const isRefused = (error: unknown): boolean => {
  const { responseCode: code } = error as { responseCode?: unknown };
  return typeof code === 'number' && code >= 500 && code < 600;
};

/** Sends an email and stores the outcome. */
const sendOne = async (scope: Scope, user: number, { digest, mail }: Ready): Promise<void> => {
  const conclude = (state: 'sent' | 'failed') =>
    transact(scope, ({ db, clock }) =>
      updateDigest(db, digest.id, {
        state,
        reason: state === 'sent' ? null : 'refused',
        now: clock.now(),
      }),
    );
  try {
    await scope.mail.send(mail);
  } catch (error) {
    const pause = pauses[digest.attempts];
    if (isRefused(error) || pause === undefined) return conclude('failed');
    return transact(scope, async (context) => {
      const now = context.clock.now();
      const dueAt = minutesAfter(now, pause);
      await updateAgainDigest(context.db, digest.id, dueAt, now);
      await emit(context, 'notification_due', { people: [user], platform: 'email' }, dueAt);
    });
  }
  return conclude('sent');
};

/** Sends a person's due emails. Simultaneous calls send each only once. */
export const mailDue = async (scope: Scope, user: number): Promise<void> => {
  for (const ready of await buildDigests(scope, user)) await sendOne(scope, user, ready);
};
