import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { positionHeader } from '#contract/log-position.ts';
import type { Actor } from '../actor.ts';
import { AuthChangedError } from '../database/database.ts';
import type { Replicas } from '../database/replicas.ts';
import type { ProcessLog } from '../log.ts';
import { isDatabaseGone, Problem } from './problem.ts';

/** A request, and the replicas that can answer it. */
interface ReplicaClient {
  readonly parts: { readonly replicas: Replicas | null; readonly log: ProcessLog };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const sentPosition = (request: FastifyRequest): string | undefined =>
  [request.headers[positionHeader]].flat()[0];

/** 40001: replication canceled the query. 25006 and 0A000: it can't run on a standby. */
const isConflict = /^(?:40001|25006|0A000)$/;
/** A slow query or a lock would take as long on the primary. */
const isTimeout = /^(?:55P03|57014)$/;

/** Requests that a replica has answered. */
const answered = new WeakSet<FastifyRequest>();

/**
 * Runs a read on a replica that has reached the client's position, and otherwise on the primary. Only clients that send a position
 * read from replicas.
 */
export const readFromReplica = async <T>(
  { parts: { replicas, log }, request }: ReplicaClient,
  actor: Actor,
  work: (replica?: pg.Pool) => Promise<T>,
): Promise<T> => {
  const position = sentPosition(request);
  if (replicas === null || position === undefined) return work();
  const replica = await replicas.pick(actor.kind === 'member' ? actor.userId : 0, position);
  if (replica === null) return work();
  try {
    const result = await work(replica);
    answered.add(request);
    return result;
  } catch (error) {
    // The replica may lack what someone else has just written, such as the post of a link.
    if (error instanceof Problem && error.status !== 404) throw error;
    if (!(error instanceof Problem) && !(error instanceof AuthChangedError)) {
      const { code = '' } = error as { code?: string };
      const isRepeatable =
        isConflict.test(code) || (isDatabaseGone(error) && !isTimeout.test(code));
      if (!isRepeatable) throw error;
      log.warn({ requestId: request.id, err: error }, 'a replica failed, so the primary answers');
      if (!isConflict.test(code)) replicas.failed(replica);
    }
    return work();
  }
};

/**
 * Runs a call. If the primary answers, adds its position to the reply, also to an error, so that later reads of this client include
 * everything that it wrote or saw.
 */
export const withPosition = async <T>(
  { parts: { replicas, log }, request, reply }: ReplicaClient,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } finally {
    if (replicas !== null && sentPosition(request) !== undefined && !answered.has(request))
      await replicas.position().then(
        (position) => void reply.header(positionHeader, position),
        (error: unknown) =>
          log.warn({ requestId: request.id, err: error }, 'the primary’s position is unknown'),
      );
  }
};
