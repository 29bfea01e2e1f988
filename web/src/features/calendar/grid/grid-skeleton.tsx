import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { View } from '../calendar-views.ts';

/** Blocks of a week: the start of each, in hours after the first hour shown, and its length. */
const blocks = [
  [
    [1, 1.5],
    [5, 1],
  ],
  [[2, 1]],
  [
    [0, 1],
    [4, 1.5],
  ],
  [[3, 1]],
  [[1, 1]],
  [],
  [[5, 1]],
] as const;

const hourLines = 'repeating-linear-gradient(var(--line) 0 1px, transparent 1px 44px)';

/** The skeleton of a calendar that is loading. */
export function CalendarSkeleton({ view, days }: { view: View; days: number }) {
  if (view === 'agenda')
    return (
      <Loading className="grid gap-3">
        {Array.from({ length: 5 }, (_, nth) => (
          <Skeleton key={nth} className="h-16" />
        ))}
      </Loading>
    );
  if (view === 'month')
    return (
      <Loading className="card grid grid-cols-7 overflow-hidden">
        {Array.from({ length: 35 }, (_, nth) => (
          <span key={nth} className="h-28 border-s border-b border-line p-2">
            <Skeleton isRound className="size-6" />
          </span>
        ))}
      </Loading>
    );
  return (
    <Loading className="card h-[calc(100dvh-8rem)] min-h-96 overflow-hidden max-md:h-[calc(100dvh-14rem)]">
      <div
        className="grid"
        style={{ marginInlineStart: '3.75rem', gridTemplateColumns: `repeat(${days}, 1fr)` }}
      >
        {Array.from({ length: days }, (_, day) => (
          <div key={day} className="border-s border-line">
            <div className="grid h-18 place-content-center justify-items-center gap-1.5 border-b border-line">
              <Skeleton className="h-3.5 w-8" />
              <Skeleton isRound className="size-7" />
            </div>
            <div className="relative" style={{ height: '40rem', background: hourLines }}>
              {(blocks[day % 7] ?? []).map(([from, length]) => (
                <span
                  key={from}
                  className="absolute inset-x-1"
                  style={{ top: from * 88, height: length * 44 }}
                >
                  <Skeleton className="size-full" />
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
