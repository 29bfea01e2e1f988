import type { Call } from '../../../kernel/handle.ts';
import type { TimesChange } from '../event-times.ts';
import { announceChange, hasRest } from './editing.ts';
import type { EventRow } from '../events.queries.ts';
import { selectPlace } from './setup.queries.ts';
import { upsertOwnWords, type OwnWords } from '../dates/dates.queries.ts';

/* What can be said of one date of an event alone. */

/** What a change says that one date can have for itself; the other names are of the whole event. */
export interface SentWords extends TimesChange {
  readonly title?: string | undefined;
  readonly location?: string | undefined;
  readonly address?: string | undefined;
  readonly onlineUrl?: string | null | undefined;
  readonly note?: string | undefined;
}

/** Whether a change says what one date cannot have for itself. */
export const hasOther = (sent: SentWords & object): boolean => {
  const { title: _, location: __, address: ___, onlineUrl: ____, note: _____, ...rest } = sent;
  return hasRest(rest);
};

/** Stores what is said of one date. What is as the event says is not its own, and follows the event. */
export const saveDate = async (call: Call, row: EventRow, sent: SentWords): Promise<void> => {
  const { db, schoolId } = call;
  const before = row.own;
  const address = (await selectPlace(db, row.id))?.address ?? '';
  const own = <T>(said: T | undefined, event: T, former: T | null | undefined): T | null =>
    said === undefined ? (former ?? null) : said === event ? null : said;
  const words: OwnWords = {
    title: own(sent.title, row.title, before?.title),
    location: own(sent.location, row.location, before?.location),
    address: own(sent.address, address, before?.address),
    // A date without a link of an event that has one: ''.
    online_url: own(
      sent.onlineUrl === null ? '' : sent.onlineUrl,
      row.online_url ?? '',
      before?.online_url,
    ),
    note: sent.note ?? before?.note ?? '',
  };
  if (!hasRest(sent)) return;
  await upsertOwnWords(db, schoolId, { event: row.id, original: row.original }, words, call.now);
  const isElsewhere =
    words.location !== (before?.location ?? null) ||
    words.address !== (before?.address ?? null) ||
    words.online_url !== (before?.online_url ?? null);
  if (isElsewhere && row.status === 'published')
    await announceChange(call, row.id, { time: false, place: true }, row.original);
};
