import * as emails from '#contract/club-emails/endpoints.ts';
import { clubEmailLimits as limits } from '#contract/club-emails/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
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
import {
  createEmail,
  deleteEmail,
  listEmails,
  readEmail,
  type Sender,
} from '../sending/sender-emails.ts';

/** A club whose e-mails the caller sees and sends. */
interface SendingClub extends Sender {
  readonly id: number;
  readonly of: { readonly club: number };
}

const toMembers = { who: 'members', tags: [] } satisfies emails.ClubEmailAudience;

type Caller = Context & Pick<Call, 'me' | 'now'>;

/** 404 where the caller may not know of the club, 403 where they do not send its e-mails. */
const readSender = async (context: Caller, club: string): Promise<SendingClub> => {
  const access = await accessTo(context, [idOf(club)]);
  const { isStaff } = access;
  const who = { viewer: context.me.userId, isStaff };
  const state = found(await selectClubState(context.db, who, idOf(club)));
  if (!access.may(state.id, 'emails.send')) throw problem('forbidden');
  return {
    id: state.id,
    of: { club: state.id },
    isStaff,
    writes: isWritable(state),
    visibility: clubViewer(context, isStaff).visibility,
    // Officers give tags.
    isChosen: (audience) => (audience.club ?? toMembers).who !== 'members',
  };
};

/** The same where something is changed: refuses clubs that can only be read. */
const readWriter = async (context: Caller, club: string): Promise<SendingClub> => {
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

const audienceOf = (audience: emails.ClubEmailAudience): queries.StoredAudience => ({
  ...everybody,
  club: audience,
});

export const clubEmailsHandlers = [
  handle(emails.listClubEmails, async (call, { id, ...asked }) =>
    listEmails(call, await readSender(call, id), asked),
  ),

  handle(emails.createClubEmail, async (call, { id, like }) => {
    const club = await readWriter(call, id);
    const draft = { like, audience: { club: toMembers }, unsent: limits.unsent };
    return readView(call, club, await createEmail(call, club, draft));
  }),

  handle(emails.readClubEmail, async (call, { id, email }) =>
    readView(call, await readSender(call, id), idOf(email)),
  ),

  handle(emails.updateClubEmail, async (call, { id, email, version, audience, ...sent }) => {
    const club = await readWriter(call, id);
    const row = await lockedRow(call.db, email, club.of);
    const changed = audience === undefined ? sent : { ...sent, audience: audienceOf(audience) };
    await changeDraft(call, row, version, changed);
    return readView(call, club, row.id);
  }),

  handle(emails.scheduleClubEmail, async (call, { id, email, version, at }) => {
    const club = await readWriter(call, id);
    const row = await lockedRow(call.db, email, club.of);
    const to = row.audience.club ?? toMembers;
    if (to.who === 'tags' && to.tags.length === 0) throw problem('club_email_no_tags');
    await countUseWithin(call, `club-email:${club.id}`, { max: limits.aDay, seconds: 86_400 });
    await schedule(call, row, version, at);
    return readView(call, club, row.id);
  }),

  handle(emails.withdrawClubEmail, async (call, { id, email }) => {
    const club = await readSender(call, id);
    const row = await lockedRow(call.db, email, club.of);
    await withdraw(call, row);
    return readView(call, club, row.id);
  }),

  handle(emails.deleteClubEmail, async (call, { id, email }) => {
    const club = await readSender(call, id);
    const sent = await deleteEmail(call, club, email);
    if (sent === undefined) return done;
    const { title, recipients } = sent;
    const detail = { email: String(sent.id), title, club: String(club.id), recipients };
    await record(call, 'club_email_changed', { act: 'deleted', ...detail });
    return done;
  }),

  handle(emails.countClubEmailReach, async (call, { id, ...audience }) => {
    const club = await readSender(call, id);
    const to = { of: club.of, audience: audienceOf(audience) };
    return queries.countAudience(call.db, to, call.now);
  }),

  handleWithoutTransaction(emails.testClubEmail, (call, { id, email }) =>
    mailTest(call, async (context) => {
      const club = await readWriter({ ...context, me: call.me, now: call.now }, id);
      return found(await queries.selectNewsletter(context.db, idOf(email), { of: club.of }));
    }),
  ),

  handleWithoutTransaction(emails.uploadClubEmailPicture, async (call, { id, upload }) => {
    await transact(call, (context) => readWriter({ ...context, me: call.me, now: call.now }, id), {
      readOnly: true,
    });
    return putPicture(call, upload);
  }),
];
