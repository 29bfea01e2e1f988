import { randomUUID } from 'node:crypto';
import { ltiLimits, type RosterProblem } from '#contract/lti/kinds.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { deactivateMembers } from '../../courses/enrolling/enrolling.queries.ts';
import { recordOf } from '../../courses/lms/json-reading.ts';
import { nextPage } from '../../courses/lms/canvas-calls.ts';
import { signAsTool, toolKey } from '../keys/tool-keys.ts';
import { membersOf } from '../launch/id-token.ts';
import { addMembers } from '../launch/launch-course.ts';
import {
  selectCandidates,
  selectPlatform,
  type AddedMember,
  type PlatformRow,
} from '../lti.queries.ts';
import {
  holdLease,
  markUnlisted,
  selectUnlisted,
  acquireLease,
  updateRead,
} from './rosters.queries.ts';

/** Minimum time between two readings, by reason: someone clicked the button, or the hourly round. */
const restMs = { pressed: 0, polled: 30 * 60_000 } as const;

/** Maximum seconds for a whole reading, and for one of its requests. */
const readingSeconds = 120;
const callSeconds = 15;
const assertionSeconds = 300;
/** Members per request. This needs few requests, and each response is well below a megabyte. */
const pageSize = 200;

const requestedScope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';
const mediaType = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json';

class ReadingFailed extends Error {
  override name = 'ReadingFailed';
  readonly reason: RosterProblem;
  constructor(reason: RosterProblem, cause?: unknown) {
    super(`could not read a roster: ${reason}`, { cause });
    this.reason = reason;
  }
}

const call = async (
  { outbound }: Pick<Scope, 'outbound'>,
  url: string,
  request: Parameters<Scope['outbound']>[1],
): Promise<{ status: number; headers: Headers; body: unknown }> => {
  let answer: Response;
  let text: string;
  try {
    answer = await outbound(url, { ...request, seconds: callSeconds });
    text = await answer.text();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { reason } = error;
    throw new ReadingFailed(
      reason === 'timeout' || reason === 'size' ? reason : 'unreachable',
      error,
    );
  }
  if (answer.status >= 500 || answer.status === 429) throw new ReadingFailed('unreachable');
  try {
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) };
  } catch {
    return { status: answer.status, headers: answer.headers, body: null };
  }
};

/**
 * Returns an access token for rosters. Our key signs the assertion for it
 * (https://www.imsglobal.org/spec/security/v1p0/, 4.1.1).
 */
const accessToken = async (scope: Scope, platform: PlatformRow): Promise<string> => {
  const seconds = Math.floor(scope.clock.now().getTime() / 1_000);
  const key = await transact(scope, toolKey, { readOnly: true });
  const assertion = await signAsTool(key, {
    iss: platform.client_id,
    sub: platform.client_id,
    aud: platform.token_audience ?? platform.token_url,
    iat: seconds,
    exp: seconds + assertionSeconds,
    jti: randomUUID(),
  });
  const { status, body } = await call(scope, platform.token_url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope: requestedScope,
    }).toString(),
  });
  const token = recordOf(body)['access_token'];
  if (status !== 200 || typeof token !== 'string' || token === '' || token.length > 8_000)
    throw new ReadingFailed('token_refused');
  return token;
};

/**
 * Returns all members of a course, page by page (https://www.imsglobal.org/spec/lti-nrps/v2p0, 2.4). Sends the token
 * only to the service in the launch.
 */
const readMembers = async (scope: Scope, platform: PlatformRow, url: string) => {
  const token = await accessToken(scope, platform);
  const until = Date.now() + readingSeconds * 1_000;
  const members = new Map<string, ReturnType<typeof membersOf>[number]>();
  const first = new URL(url);
  if (!first.searchParams.has('limit')) first.searchParams.set('limit', String(pageSize));
  for (let at: string | null = first.href, pages = 0; at !== null; pages += 1) {
    if (Date.now() > until) throw new ReadingFailed('timeout');
    const answer = await call(scope, at, {
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
    });
    if (answer.status === 401 || answer.status === 403) throw new ReadingFailed('forbidden');
    if (answer.status !== 200 || !Array.isArray(recordOf(answer.body)['members']))
      throw new ReadingFailed('answer');
    for (const member of membersOf(answer.body)) members.set(member.subject, member);
    if (members.size > ltiLimits.members || pages > ltiLimits.members / 10)
      throw new ReadingFailed('size');
    const next = nextPage(answer.headers.get('link'), at);
    // If pages were skipped, the people on them would be removed.
    if (next === 'unusable') throw new ReadingFailed('answer');
    at = next?.href ?? null;
  }
  return [...members.values()];
};

/**
 * Reads the roster of a course and updates its section: adds new people, and removes people that it added and no longer
 * lists. People that the school's files added stay, and so do listed people who can no longer be matched. Returns false
 * if another reading is running or the last one was too recent. `why` determines the minimum time.
 */
export const readRoster = async (
  scope: Scope,
  id: number,
  why: keyof typeof restMs,
): Promise<boolean> => {
  const { clock, log } = scope;
  const lease = scope.tokens.newToken();
  const now = clock.now();
  const begun = await transact(scope, async ({ db }) => {
    const row = await acquireLease(db, id, {
      lease,
      now,
      triedBefore: new Date(now.getTime() - restMs[why]),
      until: new Date(now.getTime() + (readingSeconds + 30) * 1_000),
    });
    return row && { row, platform: await selectPlatform(db, row.platform_id) };
  });
  if (begun === undefined) return false;
  const { row, platform } = begun;
  try {
    if (row.memberships_url === null || platform === undefined || !platform.is_on)
      throw new ReadingFailed('no_service');
    const members = (await readMembers(scope, platform, row.memberships_url)).filter(
      ({ role, isActive }) => role !== null && isActive,
    );
    await transact(scope, async (context) => {
      const { db } = context;
      const locked = await holdLease(db, row);
      if (locked === undefined || locked.section_id === null) return;
      const found = await selectCandidates(db, platform, members);
      const bySubject = Map.groupBy(found, (one) => one.subject);
      const people = new Map<number, AddedMember>();
      const unknown: string[] = [];
      for (const { subject, role } of members) {
        const own = bySubject.get(subject) ?? [];
        const linked = own.find(({ way }) => way === 'link');
        const matches = new Set(own.filter(({ has_link }) => !has_link).map((one) => one.id));
        const person = linked?.id ?? (matches.size === 1 ? [...matches][0] : undefined);
        const isDisabled = own.some((one) => one.id === person && one.is_disabled);
        if (person === undefined || isDisabled) unknown.push(subject);
        else if (role !== null) people.set(person, { user: person, role, subject });
      }
      await addMembers(context, locked, locked.section_id, [...people.values()]);
      await markUnlisted(db, id, [...people.keys()], unknown);
      await deactivateMembers(
        db,
        locked.section_id,
        await selectUnlisted(db, id, locked.section_id),
      );
      await updateRead(db, id, lease, {
        at: clock.now(),
        listed: members.length,
        unknown: unknown.length,
      });
    });
  } catch (error) {
    const problem = error instanceof ReadingFailed ? error.reason : 'answer';
    await transact(scope, ({ db }) => updateRead(db, id, lease, { problem }));
    if (!(error instanceof ReadingFailed)) throw error;
    log.warn({ course: id, reason: problem }, 'could not read a roster');
  }
  return true;
};
