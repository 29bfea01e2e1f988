import { sendCheckIns } from '#contract/events/calls.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { saveScans, type StoredScan } from './check-in-store.ts';

/** Scans of one call; the server takes more (contract/src/events/limits.ts). */
const scansAtOnce = 100;

/** Nothing answers: another try later may help, with any of the scans. */
export const isNoNetwork = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 502);

/** Scans that one call can take: of one event, at the door of one of its times. */
const doorOf = ({ eventId, occurrence = null }: StoredScan) => `${eventId} ${occurrence ?? ''}`;

/** Scans that wait, oldest first, in what a call each may take. */
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

/** Sends one batch, and answers its scans as the server has them; they are on the disk so. */
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
