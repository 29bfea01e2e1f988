import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { useLikers } from './likers.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** The people who like a post. */
export function LikersDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useMessages();
  const likers = useLikers(id);
  return (
    <Dialog title={t('posts.likers')} isOpen onClose={onClose}>
      <QueryBoundary
        query={likers}
        isSmall
        skeleton={['h-12', 'h-12']}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={{ icon: Heart, title: t('posting.noLikers'), body: t('posting.noLikersBody') }}
      >
        {({ pages }) => (
          <>
            <RowList label={t('posts.likers')}>
              {pages
                .flatMap(({ items }) => items)
                .map((person) => (
                  <Row
                    key={person.uid}
                    mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />}
                    title={
                      <Link {...profileLink(person.uid)} className="hover:underline">
                        {nameOf(person)}
                      </Link>
                    }
                  />
                ))}
            </RowList>
            <LoadMore query={likers} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
