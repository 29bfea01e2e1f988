import { setTimeout as delay } from 'node:timers/promises';
import { vacuumTables } from '../../../kernel/database/bulk.ts';
import type { Pool } from '../../../kernel/database/database.ts';
import type { Files } from '../../../kernel/files/files.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { copyPushKeys } from '../../../kernel/security/push-keys.ts';
import { selectSchoolHosts } from '../../schools/schools.queries.ts';
import { copyFiles, isSameStore, listCopied, removeFiles } from './move-files.ts';
import * as replication from './moving.queries.ts';
import * as states from '../states/states.queries.ts';

/** A complete installation, with a database, a store of files and a secret. */
export interface Cell {
  readonly name: string;
  readonly pool: Pool;
  readonly files: Files;
  readonly secret: Buffer;
}

/** A move of one school to another cell. */
export interface Move {
  readonly school: SchoolId;
  readonly source: Cell;
  readonly target: Cell;
  /** The source's database as the target's PostgreSQL reaches it, with a login that can replicate. */
  readonly publisherUrl: string;
  /** The target's database, with a login that can create subscriptions and bypasses row-level security. */
  readonly subscriberUrl: string;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Called when the school is frozen, and all its rows are in the target. For tests that interrupt a move. */
  readonly onStep?: (step: 'copied' | 'frozen' | 'moved') => Promise<void> | void;
}

/** The result of a move. */
export interface MoveReport {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Milliseconds of the copy while the school was in use, and for which its writes were refused. */
  readonly copyMs: number;
  readonly frozenMs: number;
}

/** The move can't start or continue. The message tells the operator what to do. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

/** Milliseconds that a move waits for running transactions before it freezes the school, and while it is frozen. */
const patience = { before: 60_000, frozen: 10_000 } as const;
/** Milliseconds that the target has for the last changes of a frozen school. */
const catchUpMs = 20_000;
/** Bytes of the log that the target may lack when the school is frozen. */
const nearBytes = 1_048_576;
/** Errors of replication after which a move stops. PostgreSQL repeats the failed part every five seconds. */
const errorsMax = 3;
const withClients = async <T>(
  { publisherUrl, subscriberUrl }: Pick<Move, 'publisherUrl' | 'subscriberUrl'>,
  work: (publisher: replication.MoveClient, subscriber: replication.MoveClient) => Promise<T>,
): Promise<T> => {
  const publisher = replication.openMoveClient(publisherUrl);
  const subscriber = replication.openMoveClient(subscriberUrl);
  try {
    await Promise.all([publisher.connect(), subscriber.connect()]);
    return await work(publisher, subscriber);
  } finally {
    await Promise.all([publisher.end(), subscriber.end()].map((end) => end.catch(() => undefined)));
  }
};

/** Throws if the cells don't fit together, before anything changes. */
const checkCells = async (
  { source, target, school }: Move,
  tables: readonly replication.SchoolTable[],
  publisher: replication.MoveClient,
  subscriber: replication.MoveClient,
): Promise<void> => {
  const level = await replication.selectWalLevel(source.pool);
  if (level !== 'logical')
    throw new MoveRefused(
      `PostgreSQL of this cell has wal_level = ${level}; set wal_level = logical, restart it, and run the command again.`,
    );
  if (!source.secret.equals(target.secret))
    throw new MoveRefused(
      `${target.name} has another secret, so it couldn't read sessions and encrypted values; set the same COMMONS_SECRET in both cells.`,
    );
  if (
    (await replication.selectSchema(source.pool)) !== (await replication.selectSchema(target.pool))
  )
    throw new MoveRefused(
      `${target.name} has another version of the database schema; start the same release of Commons in both cells.`,
    );
  const [theirs, ours] = await Promise.all([
    replication.selectRights(publisher),
    replication.selectRights(subscriber),
  ]);
  if (!theirs.canReplicate)
    throw new MoveRefused(
      `PUBLISHER_URL signs in as ${theirs.name}, which can't replicate; run: alter role ${theirs.name} replication`,
    );
  if (!ours.canBypass)
    throw new MoveRefused(
      `SUBSCRIBER_URL signs in as ${ours.name}, to which row-level security applies; use a superuser, or a role with bypassrls and pg_create_subscription.`,
    );
  const odd = tables.filter(({ isReplicable }) => !isReplicable).map(({ name }) => name);
  if (odd.length > 0)
    throw new MoveRefused(`The replica identity of ${odd.join(', ')} doesn't include school_id.`);
  const hosts = await selectSchoolHosts(source.pool, school);
  const taken = await replication.selectConflicts(
    target.pool,
    school,
    hosts.map(({ host }) => host),
  );
  if (taken.length > 0)
    throw new MoveRefused(
      `${target.name} has a school with the same id or host (${taken.join(', ')}). Give schools of different cells different ids: campus school add CODE --id ID`,
    );
};

/** Copies the school while it is in use. Continues what an earlier attempt has begun. */
const copySchool = async (
  move: Move,
  tables: readonly replication.SchoolTable[],
  publisher: replication.MoveClient,
  subscriber: replication.MoveClient,
): Promise<void> => {
  const { source, target, school, log, signal } = move;
  const has = {
    ...(await replication.selectMoveParts(source.pool, school)),
    hasSubscription: (await replication.selectMoveParts(target.pool, school)).hasSubscription,
  };
  if (has.hasSubscription && !has.hasSlot)
    throw new MoveRefused(
      'The replication slot of this move is gone; give the move up and start again.',
    );
  if (!has.hasPublication) await replication.createPublication(source.pool, school, tables);
  if (!has.hasSlot) await replication.createSlot(publisher, school);
  if (!has.hasSubscription)
    await replication.createSubscription(
      subscriber,
      school,
      move.publisherUrl,
      (await replication.selectRights(subscriber)).version,
    );
  const before = (await replication.selectCopyProgress(subscriber, school)).errors;
  for (let shown = -1; ; await delay(250)) {
    signal.throwIfAborted();
    const { ready, total, errors } = await replication.selectCopyProgress(subscriber, school);
    if (errors - before >= errorsMax)
      throw new MoveRefused(
        `PostgreSQL of ${target.name} can't copy the rows; its log has the reason. Correct it and run the command again, or give the move up.`,
      );
    if (ready !== shown) log(`copied ${ready} of ${total} tables`);
    shown = ready;
    if (ready === total) break;
  }
  // Otherwise the target's planner would assume empty tables.
  await vacuumTables(
    target.pool,
    tables.map(({ name }) => name),
  );
};

/** Waits until the target has everything before a position, except for `nearBytes`. */
const waitForTarget = async (
  { source, target, school, signal }: Move,
  position: string,
  limitMs: number,
  nearBytesLeft = 0,
): Promise<void> => {
  for (const until = performance.now() + limitMs; ; await delay(20)) {
    signal.throwIfAborted();
    const bytes = await replication.selectBytesBehind(source.pool, school, position);
    if (bytes === null)
      throw new MoveRefused('The replication slot is gone; give the move up and start again.');
    if (bytes <= nearBytesLeft) return;
    if (performance.now() > until)
      throw new MoveRefused(
        `${target.name} doesn't catch up (${Math.round(bytes / 1024)} kB behind); run the command again when it is less busy.`,
      );
  }
};

const waitForOthers = async ({ source }: Move, limitMs: number): Promise<void> => {
  const running = await states.waitForTransactions(source.pool, limitMs);
  if (running.length > 0)
    throw new MoveRefused(
      `Transactions of other connections don't end (process ${running.join(', ')}); wait for imports and backups, and run the command again.`,
    );
};

/** Compares every table of the school in both cells, and returns the number of rows. */
export const compareCells = async (
  { source, target, school }: Pick<Move, 'source' | 'target' | 'school'>,
  tables: readonly replication.SchoolTable[],
): Promise<{ rows: number; different: string[] }> => {
  const [there, here] = await Promise.all([
    replication.selectHashes(source.pool, school, tables),
    replication.selectHashes(target.pool, school, tables),
  ]);
  const isEqual = (at: number) =>
    there[at] !== undefined &&
    there[at].rows === here[at]?.rows &&
    there[at].hash === here[at].hash;
  return {
    rows: there.reduce((sum, { rows }) => sum + rows, 0),
    different: tables.flatMap(({ name }, at) => (isEqual(at) ? [] : [name])),
  };
};

/** Moves the last changes of the frozen school, and activates it in the target. */
const finish = async (
  move: Move,
  tables: readonly replication.SchoolTable[],
  clients: readonly [replication.MoveClient, replication.MoveClient],
  files: { readonly known: Set<string>; readonly isShared: boolean },
): Promise<{ rows: number; files: number }> => {
  const { source, target, school, signal } = move;
  await waitForOthers(move, patience.frozen);
  await waitForTarget(move, await replication.selectLogPosition(source.pool), catchUpMs);
  const copied = files.isShared
    ? 0
    : await copyFiles(source.files, target.files, school, files.known, signal);
  const { rows, different } = await compareCells(move, tables);
  if (different.length > 0)
    throw new MoveRefused(
      `${different.join(', ')} differ between the cells; give the move up and start again.`,
    );
  await move.onStep?.('frozen');
  signal.throwIfAborted();
  await replication.dropSubscription(clients[1], school);
  await states.updateMoved(source.pool, school, target.name);
  await move.onStep?.('moved');
  await activate(move, tables);
  return { rows, files: copied };
};

/** Activates the school in the target, after the source has marked it as moved. At no time do both serve it. */
const activate = async (
  { source, target, school }: Move,
  tables: readonly replication.SchoolTable[],
): Promise<void> => {
  await replication.advanceSequences(source.pool, target.pool, tables);
  const hosts = await selectSchoolHosts(source.pool, school);
  await states.activateSchool(target.pool, school, hosts);
};

/**
 * Moves a school to another cell while it is in use. It can be read all the time, and its writes are refused for the last seconds. If the
 * command ends before the school is active in the target, the same command continues it, or `giveUpMove` reverts it.
 */
export const moveSchool = (move: Move): Promise<MoveReport> =>
  withClients(move, async (publisher, subscriber) => {
    const { source, target, school, log, signal } = move;
    const tables = await replication.selectSchoolTables(source.pool);
    const [there, here] = await Promise.all([
      states.selectState(source.pool, school),
      states.selectState(target.pool, school),
    ]);
    if (there.state === 'moved' && here.state !== 'arriving')
      throw new MoveRefused(`The school has already moved to ${there.movedTo ?? 'another cell'}.`);
    if (there.state === 'arriving')
      throw new MoveRefused('The school is moving to this cell; run the command in the other one.');
    const report = { tables: tables.length, rows: 0, files: 0, copyMs: 0, frozenMs: 0 };
    if (there.state === 'moved') {
      log('continuing: the school only has to be activated');
      await activate(move, tables);
      await replication.dropPublication(source.pool, publisher, school);
      return report;
    }
    if (here.state !== 'arriving') {
      await checkCells(move, tables, publisher, subscriber);
      await states.insertArriving(target.pool, school);
    }
    const startedAt = performance.now();
    if (!(await copyPushKeys(source.pool, target.pool)))
      log(
        `${target.name} has other keys for push notifications; people need to allow them again there`,
      );
    await copySchool(move, tables, publisher, subscriber);
    const isShared = await isSameStore(source.files, target.files, school);
    const known = isShared
      ? new Set<string>()
      : await listCopied(source.files, target.files, school);
    const first = isShared ? 0 : await copyFiles(source.files, target.files, school, known, signal);
    // After this, only transactions remain that began a moment ago, so the school isn't frozen for long.
    await waitForOthers(move, patience.before);
    await waitForTarget(
      move,
      await replication.selectLogPosition(source.pool),
      patience.before,
      nearBytes,
    );
    const copyMs = performance.now() - startedAt;
    await move.onStep?.('copied');
    signal.throwIfAborted();
    const frozenAt = performance.now();
    await states.freezeSchool(source.pool, school);
    let last: { rows: number; files: number };
    try {
      last = await finish(move, tables, [publisher, subscriber], { known, isShared });
    } catch (error) {
      // People can continue to work in the source, unless it has already handed the school over.
      if ((await states.selectState(source.pool, school)).state === 'frozen')
        await states.thawSchool(source.pool, school);
      throw error;
    }
    const frozenMs = performance.now() - frozenAt;
    await replication.dropPublication(source.pool, publisher, school);
    return { ...report, rows: last.rows, files: first + last.files, copyMs, frozenMs };
  });

/** Reverts a move that isn't complete: the school stays in the source, and its rows and files in the target are deleted. */
export const giveUpMove = (move: Move): Promise<void> =>
  withClients(move, async (publisher, subscriber) => {
    const { source, target, school } = move;
    const [there, here] = await Promise.all([
      states.selectState(source.pool, school),
      states.selectState(target.pool, school),
    ]);
    if (there.state === 'moved' && here.state !== 'arriving')
      throw new MoveRefused(
        `The school has already moved to ${there.movedTo ?? 'another cell'}, so the move can't be given up.`,
      );
    if (here.state !== 'arriving')
      throw new MoveRefused(`The school isn't moving to ${target.name}.`);
    const tables = await replication.selectSchoolTables(source.pool);
    await replication.dropSubscription(subscriber, school);
    await replication.dropPublication(source.pool, publisher, school);
    if (!(await isSameStore(source.files, target.files, school)))
      await removeFiles(target.files, school);
    await replication.deleteSchoolRows(subscriber, school, tables);
    if (there.state !== 'active') await states.thawSchool(source.pool, school);
  });

/** The state of a school's move. */
export interface MoveStatus extends states.StateRow {
  readonly isCopying: boolean;
  /** Bytes of the log that the target hasn't confirmed. Null if nothing is copied. */
  readonly bytesBehind: number | null;
}

/** Returns the state of a school in its cell, and of its move. */
export const selectMoveStatus = async (pool: Pool, school: SchoolId): Promise<MoveStatus> => {
  const row = await states.selectState(pool, school);
  const { hasPublication, hasSlot } = await replication.selectMoveParts(pool, school);
  return {
    ...row,
    isCopying: hasPublication,
    bytesBehind: hasSlot
      ? await replication.selectBytesBehind(pool, school, await replication.selectLogPosition(pool))
      : null,
  };
};
