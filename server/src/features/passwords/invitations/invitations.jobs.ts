import { invitationLimits } from '#contract/invitations/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { mailOutcome } from '../../../kernel/outbound/mail.ts';
import { record } from '../../../kernel/security/audit.ts';
import { isSsoRequired } from '../../sso/sso.queries.ts';
import { insertReset } from '../passwords.queries.ts';
import { invitationMail } from './invitations.mails.ts';
import {
  claimInvitations,
  lockClaimed,
  queueInvitations,
  releaseInvitations,
  selectNextInvitation,
  updateInvitationFailed,
  updateInvitationSent,
  type ClaimedInvitation,
} from './invitations.queries.ts';
import {
  invitationBatch,
  invitationsOfJob,
  minutesAfter,
  retryMinutes,
  serverPauseMinutes,
} from './invitations.rules.ts';

const dayMinutes = 24 * 60;

/** Sends one invitation and stores the result. Returns false if the mail server doesn't respond. */
const sendInvitation = async (scope: Scope, to: ClaimedInvitation): Promise<boolean> => {
  const { school, tokens, clock } = scope;
  // The token is derived, so that a retry after a crash sends the same link. The database stores only its hash.
  const token = tokens.linkToken(
    `invitation:${school.school_id}:${to.user_id}:${to.requested_at.toISOString()}`,
  );
  const tokenHash = tokens.hash(token);
  const expiresAt = minutesAfter(clock.now(), invitationLimits.days * dayMinutes);
  const holds = await transact(scope, async ({ db }) => {
    if (!(await lockClaimed(db, to))) {
      // The address may have changed, for example. The next job reads the new one.
      await releaseInvitations(db, [to.user_id], null);
      return false;
    }
    await insertReset(db, {
      school: school.school_id,
      userId: to.user_id,
      tokenHash,
      expiresAt,
      purpose: 'invitation',
    });
    return true;
  });
  if (!holds) return true;
  try {
    await scope.mail.send(
      invitationMail(school, {
        to,
        link: `${to.origin}/welcome#token=${token}`,
        messageId: `<invitation.${tokenHash.toString('base64url')}@${new URL(to.origin).hostname}>`,
      }),
    );
  } catch (error) {
    const outcome = mailOutcome(error);
    if (outcome === 'unreachable') return false;
    const pause = outcome === 'refused' ? undefined : retryMinutes[to.attempts];
    await transact(scope, ({ db }) =>
      pause === undefined
        ? updateInvitationFailed(db, to, clock.now())
        : releaseInvitations(db, [to.user_id], minutesAfter(clock.now(), pause)),
    );
    return true;
  }
  await transact(scope, ({ db }) => updateInvitationSent(db, to, clock.now(), expiresAt));
  return true;
};

/** Sends a limited number of due invitations, and leaves the others to another job. Several server processes can share the work. */
const sendDue = async (scope: Scope, signal: AbortSignal): Promise<void> => {
  let pause: Date | null = null;
  for (let sent = 0; sent < invitationsOfJob && pause === null && !signal.aborted;) {
    const now = scope.clock.now();
    const { taken, invitations } = await transact(scope, ({ db }) =>
      claimInvitations(db, now, invitationBatch),
    );
    if (taken === 0) break;
    sent += taken;
    for (const [index, one] of invitations.entries()) {
      if (!signal.aborted && (await sendInvitation(scope, one))) continue;
      const left = invitations.slice(index).map(({ user_id: user }) => user);
      await transact(scope, ({ db }) => releaseInvitations(db, left, null));
      pause = minutesAfter(now, signal.aborted ? 0 : serverPauseMinutes);
      break;
    }
  }
  await transact(scope, async (context) => {
    const due = await selectNextInvitation(context.db);
    if (due === null) return;
    const at = pause !== null && pause > due ? pause : due;
    await emit(context, 'invitations_due', {}, at > context.clock.now() ? at : null);
  });
};

export const invitationsJobs = [
  onEvent('invitations.send', 'invitations_due', (scope, _payload, signal) =>
    sendDue(scope, signal),
  ),

  /** Queues invitations for people added by an import. */
  onEvent('invitations.invite-imported', 'import_invites', (scope, { import: imported, by }) =>
    transact(scope, async (context) => {
      const { db, school, clock, origin } = context;
      if (await isSsoRequired(db)) return;
      const { users } = await queueInvitations(db, {
        school: school.school_id,
        wanted: { imported },
        origin,
        now: clock.now(),
      });
      if (users.length === 0) return;
      await record({ ...context, actor: { kind: 'job', userId: by } }, 'invitations_sent', {
        count: users.length,
        import: imported,
      });
      await emit(context, 'invitations_due', {});
    }),
  ),
];
