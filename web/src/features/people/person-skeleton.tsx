import { Skeleton } from '../../ui/skeleton.tsx';

/** The size of a PersonCard. */
export function PersonCardSkeleton() {
  return (
    <div className="card h-full overflow-hidden">
      <Skeleton className="h-16 rounded-none!" />
      <div className="grid gap-3 px-3.5 pb-3.5">
        <Skeleton isRound className="-mt-7 size-16.5 border-3 border-surface" />
        <div className="grid gap-1.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mb-4.5 h-4 w-2/5" />
        </div>
        <Skeleton className="h-9 touch:h-11" />
      </div>
    </div>
  );
}

/** The size of a PersonRow. */
export function PersonRowSkeleton() {
  return (
    <div className="flex min-h-19 items-center gap-3 border-b border-line px-1 py-2.5 sm:px-3">
      <Skeleton isRound className="size-13 shrink-0" />
      <div className="grid flex-1 gap-1.5">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton isRound className="size-11 sm:h-9 sm:w-28 sm:rounded-control!" />
    </div>
  );
}
