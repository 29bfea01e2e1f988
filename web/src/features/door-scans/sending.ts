import { sendCheckIns } from '#contract/events/calls.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { saveScans, type StoredScan } from './check-in-store.ts';

/** Number of scans per call. The server accepts more (contract/src/events/limits.ts). */
const scansAtOnce = 100;

/** Returns whether the server can't be reached, so that retrying any of the scans may help. */
export const isNoNetwork = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 502);

/** Returns the key for scans that can be in one call: same event and date. */
const doorOf = ({ eventId, occurrence = null }: StoredScan) => `${eventId} ${occurrence ?? ''}`;

/** Returns the pending scans, oldest first, in batches of one call each. */
export function batchesOf(scans: readonly StoredScan[]): StoredScan[][] {
  const ofDoor = Map.groupBy(
    scans.filter(({ sentAt }) => sentAt === null),
    doorOf,
  );
  return [...ofDoor.values()].flatMap((waiting) =>
    Array.from({ length: Math.ceil(waiting.length / scansAtOnce) }, (_, at) =>
      waiting.slice(at * scansAtOnce, (at + 1) * scansAtOnce),
    ),
  );
}

/** Sends a batch and stores and returns its scans with the server's results. */
export async function sendBatch(waiting: readonly StoredScan[]): Promise<StoredScan[]> {
  const [first] = waiting;
  if (first === undefined) return [];
  const { eventId, occurrence = null } = first;
  const { results } = await call(sendCheckIns, {
    id: eventId,
    ...(occurrence !== null && { occurrence }),
    scans: waiting.map((scan) => ({
      clientId: scan.clientId,
      at: scan.at,
      ...(scan.code === null ? { uid: scan.uid ?? '', seat: scan.seat } : { ticket: scan.code }),
      ...(scan.door !== null && { door: scan.door }),
      ...(scan.isUndo && { undo: true }),
    })),
  });
  const sentAt = new Date().toISOString();
  const byId = new Map(results.map((one) => [one.clientId, one]));
  const sent = waiting.map((scan): StoredScan => {
    const result = byId.get(scan.clientId);
    const isOther = result !== undefined && result.result !== scan.verdict && !scan.isUndo;
    return {
      ...scan,
      sentAt,
      ...(isOther && {
        corrected: result.result,
        first:
          result.firstAt === undefined
            ? null
            : { at: result.firstAt, door: result.firstDoor ?? null },
      }),
    };
  });
  await saveScans(sent);
  return sent;
}
