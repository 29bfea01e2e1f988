import { mayPerson } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import type { NewsletterRow } from '../newsletters.queries.ts';
import { selectSendingClub } from './club-emails.queries.ts';

/**
 * Why a newsletter whose time has come does not go, or null: much can happen to a club between the evening on which an officer sets a
 * time and that time. Newsletters of the school always go.
 */
export const keptBack = async (
  context: Context,
  { club_id: club, scheduled_by: sender }: Pick<NewsletterRow, 'club_id' | 'scheduled_by'>,
): Promise<NewsletterRow['returned']> => {
  if (club === null) return null;
  const state = await selectSendingClub(context.db, club);
  if (state === undefined || !isWritable(state)) return 'club';
  const may =
    sender !== null &&
    ((await mayPerson(context, sender, 'club', club, 'emails.send')) ||
      (await mayPerson(context, sender, 'school', 0, 'clubs.manage')));
  return may ? null : 'sender';
};
