import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePictureViewer } from '../../../ui/use-picture-viewer.tsx';
import { clubPosts } from '../clubs.data.ts';

const shown = 6;

/** The newest pictures of the club's posts. */
export function RecentPictures({ club }: { club: string }) {
  const { t } = useMessages();
  const feed = useQuery(clubPosts(club));
  const posts = feed.data;
  const files = [...(posts?.pinned ? [posts.pinned] : []), ...(posts?.items ?? [])]
    // Only their author and moderators see these.
    .filter((post) => !post.isHidden && !post.isHeld && !post.isScheduled)
    .flatMap((post) => post.files)
    .filter(({ picture }) => picture !== null)
    .slice(0, shown);
  const { open, viewer } = usePictureViewer(files);
  if (feed.isPending) return <Skeleton className="h-40" />;
  if (files.length === 0) return null;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg!">{t('clubs.recentPictures')}</h2>
        <Link
          to={paths.club}
          params={{ clubId: club }}
          search={{ tab: 'feed' }}
          className="text-link text-sm"
        >
          {t('clubs.allPosts')}
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {files.map((file, position) => (
          <li key={file.id}>
            <a
              href={file.url}
              target="_blank"
              rel="noopener"
              aria-label={file.name}
              aria-haspopup="dialog"
              onClick={open(position)}
              className="block overflow-hidden rounded-control"
            >
              <img
                src={file.picture?.thumbnailUrl}
                alt=""
                loading="lazy"
                className="aspect-[4/3] w-full bg-fill object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {viewer}
    </Card>
  );
}
