import {
  listInvitations,
  sendInvitations,
  type InvitedPerson,
} from '#contract/invitations/endpoints.ts';
import { invitationLimits } from '#contract/invitations/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { isSsoRequired } from '../../sso/sso.queries.ts';
import {
  countInvitable,
  queueInvitations,
  selectInvited,
  type InvitedRow,
} from './invitations.queries.ts';

const sendLimit = { max: invitationLimits.callsAnHour, seconds: 3_600 };

const stateOf = (row: InvitedRow): InvitedPerson['state'] => {
  if (row.is_waiting === true) return 'queued';
  if (row.failed_at !== null) return 'failed';
  return row.sent_at === null ? 'none' : 'sent';
};

const invitedView = (row: InvitedRow): InvitedPerson => ({
  person: { ...faceView(row), username: row.username },
  email: row.email,
  state: stateOf(row),
  invitedAt: row.sent_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

export const invitationsHandlers = [
  handle(listInvitations, async ({ db }, { search, cursor, size }) => {
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const [rows, invitable, isRequired] = await Promise.all([
      selectInvited(db, { search: search.trim(), after, size: size + 1 }),
      countInvitable(db),
      isSsoRequired(db),
    ]);
    return {
      ...pageOfRows(rows, size, { view: invitedView, keyOf: (row) => [row.sort_name, row.id] }),
      canInvite: !isRequired,
      invitable,
    };
  }),

  handle(sendInvitations, async (call, { people }) => {
    const { db, schoolId: school, me, now, origin } = call;
    if (await isSsoRequired(db)) throw problem('invitations_off');
    await countUseInTransaction(call, `invitations:${me.userId}`, sendLimit);
    const ids = people === 'all' ? null : people.map(idOf);
    const { users, ...rest } = await queueInvitations(db, {
      school,
      wanted: ids === null ? { all: true } : { people: ids },
      origin,
      now,
    });
    if (users.length > 0) {
      await record(call, 'invitations_sent', {
        count: users.length,
        ...(ids !== null && { people: users }),
      });
      await emit(call, 'invitations_due', {});
    }
    return { queued: users.length, ...rest };
  }),
];
