import * as emails from '#contract/club-emails/endpoints.ts';
import { clubEmailLimits as limits } from '#contract/club-emails/limits.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { accessTo } from '../../clubs/club-access.ts';
import { clubViewer } from '../../clubs/club-viewer.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { selectMemberTags } from '../../surveys/surveys.queries.ts';
import type { StoredAudience } from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import {
  deleteEmail,
  emailActs,
  readEmail,
  type Sender,
  type SenderCaller,
} from '../sending/sender-emails.ts';

/** A club whose emails the caller can see and send. */
interface SendingClub extends Sender {
  readonly id: number;
  readonly of: { readonly club: number };
}

const toMembers = { who: 'members', tags: [] } satisfies emails.ClubEmailAudience;

/** Returns the club. Throws a 404 if the caller can't see the club, and a 403 if they can't send its emails. */
const readSender = async (context: SenderCaller, club: string): Promise<SendingClub> => {
  const access = await accessTo(context, [idOf(club)]);
  const { isStaff } = access;
  const who = { viewer: context.me.userId, isStaff };
  const state = orNotFound(await selectClubState(context.db, who, idOf(club)));
  if (!access.may(state.id, 'emails.send')) throw problem('forbidden');
  return {
    id: state.id,
    of: { club: state.id },
    isStaff,
    writes: isWritable(state),
    visibility: clubViewer(context, isStaff).visibility,
    // Officers assign tags, so audiences by tag count as chosen.
    isChosen: (audience) => (audience.club ?? toMembers).who !== 'members',
  };
};

/** Returns the club for a change. Throws if it is read-only. */
const readWriter = async (context: SenderCaller, club: string): Promise<SendingClub> => {
  const sender = await readSender(context, club);
  if (!sender.writes) throw problem('club_inactive');
  return sender;
};

const readView = async (call: Call, club: SendingClub, id: number): Promise<emails.ClubEmail> => {
  const [{ row, view }, clubTags] = await Promise.all([
    readEmail(call, club, id),
    selectMemberTags(call.db, club.id),
  ]);
  return { ...view, audience: row.audience.club ?? toMembers, clubTags };
};

const audienceOf = (audience: emails.ClubEmailAudience): StoredAudience => ({
  ...everybody,
  club: audience,
});

const acts = emailActs<SendingClub, emails.ClubEmailAudience, emails.ClubEmail>({
  readSender,
  readWriter,
  readView,
  audienceOf,
  toAll: { club: toMembers },
  unsent: limits.unsent,
  async checkSending(call, club, audience) {
    const to = audience.club ?? toMembers;
    if (to.who === 'tags' && to.tags.length === 0) throw problem('club_email_no_tags');
    await countUseInTransaction(call, `club-email:${club.id}`, {
      max: limits.aDay,
      seconds: 86_400,
    });
  },
});

export const clubEmailsHandlers = [
  handle(emails.listClubEmails, acts.list),
  handle(emails.createClubEmail, acts.create),
  handle(emails.readClubEmail, acts.read),
  handle(emails.updateClubEmail, acts.update),
  handle(emails.scheduleClubEmail, acts.schedule),
  handle(emails.withdrawClubEmail, acts.withdraw),

  handle(emails.deleteClubEmail, async (call, { id, email }) => {
    const club = await readSender(call, id);
    const sent = await deleteEmail(call, club, email);
    if (sent === undefined) return ok;
    const { title, recipients } = sent;
    const detail = { email: String(sent.id), title, club: String(club.id), recipients };
    await record(call, 'club_email_changed', { act: 'deleted', ...detail });
    return ok;
  }),

  handle(emails.countClubEmailReach, (call, { id, ...audience }) =>
    acts.reach(call, { id }, audience),
  ),
  handleWithoutTransaction(emails.testClubEmail, acts.test),
  handleWithoutTransaction(emails.uploadClubEmailPicture, acts.upload),
];
