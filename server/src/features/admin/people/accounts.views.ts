import type { Account, getSchoolPerson } from '#contract/admin/people.endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import { faceView } from '../../people/people.views.ts';
import { deviceOf } from '../../sessions/device.ts';
import type { SessionRow } from '../../sessions/sessions.queries.ts';
import type { AccountDetailRow, AccountRow, OpenReportRow } from './accounts.queries.ts';

const iso = (text: string): string => new Date(text).toISOString();

export const accountView = (row: AccountRow): Account => ({
  person: { ...faceView(row), username: row.username },
  email: row.email,
  accountType: row.account_type,
  isAdmin: row.is_admin,
  isAdviser: row.is_advisor,
  roles: row.roles,
  state: row.state,
  lastSeenAt: row.last_seen_at.getTime() === 0 ? null : row.last_seen_at.toISOString(),
  addedAt: row.created_at.toISOString(),
});

export const accountDetailView = (
  row: AccountDetailRow,
  {
    sessions,
    reports,
    isSso,
    isOwn,
  }: {
    sessions: readonly SessionRow[];
    reports: readonly OpenReportRow[];
    isSso: boolean;
    isOwn: boolean;
  },
): Reply<typeof getSchoolPerson> => ({
  ...accountView(row),
  studentNumber: row.student_number,
  lastSignInAt: row.signed_in_at?.toISOString() ?? null,
  isDeactivated: row.is_deactivated,
  suspension: row.suspension && {
    reason: row.suspension.reason,
    at: iso(row.suspension.at),
    by: row.suspension.by && faceView(row.suspension.by),
  },
  invitation: row.invitation && { ...row.invitation, at: iso(row.invitation.at) },
  signIn: {
    password: row.has_password,
    sso: row.has_sso,
    passkeys: row.passkeys,
    twoStep: row.has_two_step,
    keys: row.keys,
    appPasswords: row.app_passwords,
  },
  clubs: row.clubs.map(({ id, name, since, positions }) => ({
    id: String(id),
    name,
    since: iso(since),
    positions: [...positions],
  })),
  sessions: sessions.map((one) => ({
    device: deviceOf(one.user_agent),
    signedInAt: one.created_at.toISOString(),
    lastSeenAt: one.last_seen_at.toISOString(),
    method: one.method,
  })),
  reports: reports.map((one) => ({
    id: String(one.id),
    kind: one.kind,
    reason: one.reason,
    state: one.state,
    at: one.created_at.toISOString(),
  })),
  can: {
    suspend: !isOwn,
    invite: !isSso && row.state === 'new' && row.email !== null,
    resetTwoStep: !isOwn && (row.has_two_step || row.passkeys > 0),
  },
});
