import { hasPermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { ownerOf, type NewsletterRow } from '../newsletters.queries.ts';
import { selectSendingClub, selectSendingEvent } from './sending.queries.ts';

/** Returns whether a club exists and isn't read-only, and true without a club. */
const isClubOpen = async ({ db }: Context, club: number | null): Promise<boolean> => {
  if (club === null) return true;
  const state = await selectSendingClub(db, club);
  return state !== undefined && isWritable(state);
};

/**
 * Returns why a due newsletter can't be sent, or null. A club or event can change between the scheduling and the time of sending.
 * Newsletters of the school are always sent.
 */
export const keptBack = async (
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
