import * as emails from '#contract/club-emails/endpoints.ts';
import { clubEmailLimits as limits } from '#contract/club-emails/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseWithin } from '../../../kernel/security/rate-limits.ts';
import { done, found, idOf } from '../../../kernel/sql.ts';
import { accessTo } from '../../clubs/club-access.ts';
import { clubViewer } from '../../clubs/club-viewer.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { selectMemberTags } from '../../surveys/surveys.queries.ts';
import {
  changeDraft,
  lockedRow,
  mailTest,
  putPicture,
  schedule,
  withdraw,
} from '../newsletter-editing.ts';
import * as queries from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import { summaryView } from '../newsletters.views.ts';
import { countUnsent, selectSeen } from './club-emails.queries.ts';

/** A club whose e-mails the caller sees and sends. */
interface Sender {
  readonly id: number;
  readonly isStaff: boolean;
  /** Whether anything in the club can change. */
  readonly writes: boolean;
}

/** 404 where the caller may not know of the club, 403 where they do not send its e-mails. */
const readSender = async (context: Context & Pick<Call, 'me'>, club: string): Promise<Sender> => {
  const access = await accessTo(context, [idOf(club)]);
  const who = { viewer: context.me.userId, isStaff: access.isStaff };
  const state = found(await selectClubState(context.db, who, idOf(club)));
  if (!access.may(state.id, 'emails.send')) throw problem('forbidden');
  return { id: state.id, isStaff: access.isStaff, writes: isWritable(state) };
};

/** The same where something is changed: refuses clubs that can only be read. */
const readWriter = async (context: Context & Pick<Call, 'me'>, club: string): Promise<Sender> => {
  const sender = await readSender(context, club);
  if (!sender.writes) throw problem('club_inactive');
  return sender;
};

const toMembers = { who: 'members', tags: [] } satisfies emails.ClubEmailAudience;

/** Officers give tags: of one person with a tag of their own, a count would tell what that person did. */
const isRevealing = ({ state, audience, recipients }: queries.NewsletterRow): boolean =>
  state === 'sent' && (audience.club ?? toMembers).who !== 'members' && recipients < limits.fewest;

const itemView = (row: queries.NewsletterRow): emails.ClubEmailSummary => ({
  ...summaryView(row),
  ...(isRevealing(row) && { read: null, bounced: null }),
  returned: row.returned,
});

/** E-mails as officers see them; who wrote one is named to those who see them. */
const itemViews = async (
  call: Call,
  { isStaff }: Sender,
  rows: readonly queries.NewsletterRow[],
): Promise<emails.ClubEmailSummary[]> => {
  const { visibility } = clubViewer(call, isStaff);
  const authors = rows.map((row) => row.by_id);
  const seen = await selectSeen(call.db, visibility, authors);
  return rows.map((row) => ({
    ...itemView(row),
    ...(!seen.has(row.by_id) && { by: null }),
  }));
};

const readView = async (call: Call, club: Sender, id: number): Promise<emails.ClubEmail> => {
  const [stored, clubTags] = await Promise.all([
    queries.selectNewsletter(call.db, id, { club: club.id }),
    selectMemberTags(call.db, club.id),
  ]);
  const row = found(stored);
  const [item] = await itemViews(call, club, [row]);
  return {
    ...found(item),
    blocks: row.blocks,
    audience: row.audience.club ?? toMembers,
    clubTags,
    can: {
      change: club.writes && row.state === 'draft',
      duplicate: club.writes,
      delete: club.isStaff || (club.writes && row.state === 'draft'),
    },
  };
};

const audienceOf = (audience: emails.ClubEmailAudience): queries.StoredAudience => ({
  ...everybody,
  club: audience,
});

export const clubEmailsHandlers = [
  handle(emails.listClubEmails, async (call, { id, state, pageOffset, pageSize }) => {
    const club = await readSender(call, id);
    const window = { offset: pageOffset, size: pageSize };
    const asked = { club: club.id, state, ...window };
    const { rows, total } = await queries.selectNewsletters(call.db, asked);
    return {
      ...windowOf(await itemViews(call, club, rows), { total, ...window }),
      can: { create: club.writes },
    };
  }),

  handle(emails.createClubEmail, async (call, { id, like }) => {
    const club = await readWriter(call, id);
    const { db, me, schoolId: school, now } = call;
    const empty = { title: '', summary: '', blocks: [], audience: audienceOf(toMembers) };
    const model =
      like === undefined
        ? empty
        : found(await queries.selectNewsletter(db, idOf(like), { club: club.id }));
    if ((await countUnsent(db, club.id)) >= limits.unsent)
      throw problem('too_many_club_emails', { max: limits.unsent });
    const draft = { ...model, by_mail: true, club: club.id, school, by: me.userId, now };
    return readView(call, club, await queries.insertNewsletter(db, draft));
  }),

  handle(emails.readClubEmail, async (call, { id, email }) =>
    readView(call, await readSender(call, id), idOf(email)),
  ),

  handle(emails.updateClubEmail, async (call, { id, email, version, audience, ...sent }) => {
    const club = await readWriter(call, id);
    const row = await lockedRow(call.db, email, club.id);
    const changed = audience === undefined ? sent : { ...sent, audience: audienceOf(audience) };
    await changeDraft(call, row, version, changed);
    return readView(call, club, row.id);
  }),

  handle(emails.scheduleClubEmail, async (call, { id, email, version, at }) => {
    const club = await readWriter(call, id);
    const row = await lockedRow(call.db, email, club.id);
    const to = row.audience.club ?? toMembers;
    if (to.who === 'tags' && to.tags.length === 0) throw problem('club_email_no_tags');
    await countUseWithin(call, `club-email:${club.id}`, { max: limits.aDay, seconds: 86_400 });
    await schedule(call, row, version, at);
    return readView(call, club, row.id);
  }),

  handle(emails.withdrawClubEmail, async (call, { id, email }) => {
    const club = await readSender(call, id);
    const row = await lockedRow(call.db, email, club.id);
    await withdraw(call, row);
    return readView(call, club, row.id);
  }),

  // Twice does no harm.
  handle(emails.deleteClubEmail, async (call, { id, email }) => {
    const club = await readSender(call, id);
    if (!club.writes && !club.isStaff) throw problem('club_inactive');
    const which = { club: club.id, forUpdate: true };
    const row = await queries.selectNewsletter(call.db, idOf(email), which);
    if (row === undefined) return done;
    // What members have got stays theirs, and what a club has said can be looked up.
    if (row.state !== 'draft' && !club.isStaff) throw problem('newsletter_sent');
    await queries.deleteNewsletterRow(call.db, row.id);
    const { title, recipients } = row;
    const detail = { email: String(row.id), title, club: String(club.id), recipients };
    if (row.state === 'sent')
      await record(call, 'club_email_changed', { act: 'deleted', ...detail });
    return done;
  }),

  handle(emails.countClubEmailReach, async (call, { id, ...audience }) => {
    const club = await readSender(call, id);
    const to = { audience: audienceOf(audience), club_id: club.id };
    return queries.countAudience(call.db, to, call.now);
  }),

  handleWithoutTransaction(emails.testClubEmail, (call, { id, email }) =>
    mailTest(call, async (context) => {
      const club = await readWriter({ ...context, me: call.me }, id);
      return found(await queries.selectNewsletter(context.db, idOf(email), { club: club.id }));
    }),
  ),

  handleWithoutTransaction(emails.uploadClubEmailPicture, async (call, { id, upload }) => {
    await transact(call, (context) => readWriter({ ...context, me: call.me }, id), {
      readOnly: true,
    });
    return putPicture(call, upload);
  }),
];
