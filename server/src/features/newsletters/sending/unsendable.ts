import { hasPermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { ownerOf, type NewsletterRow } from '../newsletters.queries.ts';
import { selectSendingClub, selectSendingEvent } from './sending.queries.ts';

/** Returns whether a club exists and can be changed. True if there is no club. */
const isClubOpen = async ({ db }: Context, club: number | null): Promise<boolean> => {
  if (club === null) return true;
  const state = await selectSendingClub(db, club);
  return state !== undefined && isWritable(state);
};

/**
 * Returns why a due newsletter can't be sent. Null if it can. A club or an event can change between the time at which
 * someone schedules an email and the time at which it is due. The school's newsletters are always sent.
 */
export const unsendableReason = async (
  context: Context,
  row: Pick<NewsletterRow, 'club_id' | 'event_id' | 'scheduled_by'>,
): Promise<NewsletterRow['returned']> => {
  const [of, sender] = [ownerOf(row), row.scheduled_by];
  if (of === null) return null;
  const isOfEvent = 'event' in of;
  const club = isOfEvent
    ? ((await selectSendingEvent(context.db, of.event))?.club_id ?? null)
    : of.club;
  if (!(await isClubOpen(context, club))) return 'club';
  if (sender === null) return 'sender';
  const may =
    (club !== null &&
      ((await hasPermission(
        context,
        sender,
        'club',
        club,
        isOfEvent ? 'events.manage' : 'emails.send',
      )) ||
        (await hasPermission(context, sender, 'school', 0, 'clubs.manage')))) ||
    (isOfEvent && (await hasPermission(context, sender, 'school', 0, 'events.manage_all')));
  return may ? null : 'sender';
};
