import { Link } from '@tanstack/react-router';
import type { User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lineOf, nameOf } from '../people/person.ts';

/**
 * A person in a short list with picture, name and one line. The whole row links to their profile. `note` replaces the number
 * of mutual connections.
 */
export function PersonLink({ person, note }: { person: User; note?: string }) {
  const { t } = useMessages();
  const name = nameOf(person);
  return (
    <Link
      to={paths.profile}
      search={{ uid: person.uid }}
      data-no-card
      className="-mx-2 flex min-h-16 items-center gap-3 rounded-card px-2 py-2 max-[24rem]:gap-2.5 transition-colors duration-150 hover:bg-fill"
    >
      <Avatar name={name} photoUrl={person.photoUrl} className="max-[24rem]:size-10!" />
      <span className="grid min-w-0">
        <span className="page-start font-bold max-sm:line-clamp-2 sm:truncate" dir="auto">
          {name}
        </span>
        <span className="page-start text-sm text-ink-2 max-sm:line-clamp-2 sm:truncate" dir="auto">
          {lineOf(person)}
        </span>
        {note !== undefined ? (
          <span className="page-start line-clamp-2 text-xs text-ink-3" dir="auto">
            {note}
          </span>
        ) : (
          person.mutualCount > 0 && (
            <span className="text-xs text-ink-3">
              {t('home.mutuals', { count: person.mutualCount })}
            </span>
          )
        )}
      </span>
    </Link>
  );
}

/** A placeholder of the same size. */
export function PersonLinkSkeleton() {
  return (
    <span className="flex min-h-16 items-center gap-3 py-2">
      <span className="skeleton size-12 shrink-0 rounded-full! max-[24rem]:size-10" />
      <span className="grid flex-1 gap-2">
        <span className="skeleton h-4 w-2/5" />
        <span className="skeleton h-3.5 w-3/5" />
      </span>
    </span>
  );
}
