import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Height of the card above the feed: padding, title, and two items with two lines each. */
export const upcomingHeight = 'min-h-[11.125rem] sm:min-h-[11.625rem]';

/** Placeholder with the size of two items. */
export const ComingSkeleton = () => (
  <Loading className="grid gap-1">
    {[0, 1].map((nth) => (
      <div key={nth} className="grid h-[3.125rem] content-center gap-1.5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3.5 w-56" />
      </div>
    ))}
  </Loading>
);

/** Placeholder for the card above the feed while its code loads. */
export function ComingPlaceholder() {
  const { t } = useMessages();
  return (
    <Card title={t('home.coming')} className={upcomingHeight}>
      <ComingSkeleton />
    </Card>
  );
}
