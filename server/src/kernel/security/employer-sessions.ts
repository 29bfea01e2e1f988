import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Employer } from '../actor.ts';
import type { SchoolRow } from '../context.ts';
import { inTransaction, type Pool } from '../database/database.ts';
import { readCallCookie, type CallCookie } from '../http/cookies.ts';
import { problem } from '../http/problem.ts';
import type { Tokens } from './tokens.ts';

/*
 * Sessions of employers (decision 074). They are separate from those of people in every part: another table, another cookie, another
 * function. `authenticate` calls this for endpoints with `access: 'employer'` and reads no other credential for them. For all other
 * endpoints, it never reads this cookie.
 */

/** Browsers send the cookie only with the calls of employers. `/api/v1/employers` isn't below this path. */
export const employerCookie: CallCookie = { name: 'cg_employer', path: '/api/v1/employer' };

/** Returns the token that writes need in addition to the cookie. */
export const employerCsrfToken = (tokens: Tokens, session: string): string =>
  tokens.csrfToken(aboutSession(tokens, session));

const aboutSession = (tokens: Tokens, session: string): string =>
  `employer:${tokens.hash(session).toString('base64url')}`;

/**
 * Returns the employer of a request's session at this school. Sessions aren't cached, so the next request after a removal is rejected by
 * every server. Calls `server/database/functions/authenticate_employer.sql`.
 */
export const authenticateEmployer = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  school: SchoolRow,
  { pool, tokens, now }: { pool: Pool; tokens: Tokens; now: Date },
): Promise<Employer> => {
  const token = readCallCookie(request, employerCookie);
  const found =
    token === undefined
      ? null
      : await inTransaction(
          pool,
          { school: school.school_id, readOnly: true },
          async (db) =>
            (
              await sql<{
                employer: Omit<Employer, 'kind'> | null;
              }>`select authenticate_employer(${tokens.hash(token)}, ${now}) as employer`.execute(
                db,
              )
            ).rows[0]?.employer,
        );
  if (token === undefined || !found) throw problem('not_logged_in');
  const sent = request.headers['x-cg-csrf-token'];
  if (
    endpoint.method !== 'GET' &&
    (typeof sent !== 'string' || !tokens.isCsrfToken(aboutSession(tokens, token), sent))
  )
    throw problem('csrf_failed');
  return { kind: 'employer', ...found };
};
