import { Skeleton } from '../../ui/skeleton.tsx';

/** Has the size of a PersonCard. */
export function PersonCardSkeleton() {
  return (
    <div className="card flex h-full flex-col overflow-hidden">
      <Skeleton className="h-16 rounded-none!" />
      <div className="flex flex-1 flex-col gap-3 px-3.5 pb-3.5">
        <Skeleton isRound className="-mt-7 size-16.5 border-3 border-ground" />
        <div className="grid min-h-24 flex-1 content-start gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-1 h-4 w-2/5" />
        </div>
        <Skeleton className="h-9 touch:h-11" />
      </div>
    </div>
  );
}

/** Has the size of a PersonRow. */
export function PersonRowSkeleton() {
  return (
    <div className="flex min-h-19 items-center gap-3 border-b border-line py-1.5 sm:px-3">
      <Skeleton isRound className="size-12 shrink-0 max-[24rem]:size-11" />
      <div className="grid flex-1 gap-1.5">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton isRound className="size-11 sm:h-9 sm:w-28 sm:rounded-control!" />
    </div>
  );
}
