import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Composer } from '../composer/composer.tsx';
import { Feed } from './feed.tsx';
import { postingQuery } from '../posting.data.ts';
import english from 'messages:en/posts.*';

addEnglish(english);

/** The feed of a club, with the field for a post where the viewer may post. */
export function ClubFeed({ club }: { club: string }) {
  const { t } = useMessages();
  const query = useQuery(postingQuery(club));
  const posting = query.data;
  const from = { scope: 'club', club } as const;
  return (
    <Narrow query={query}>
      <Feed
        from={from}
        empty={{
          title: t('posts.none'),
          body: t(posting?.can.post === true ? 'posts.noneInClub' : 'posts.noneInClubYet'),
        }}
      >
        {posting?.can.post === true && <Composer from={from} club={club} />}
      </Feed>
    </Narrow>
  );
}

/** News of a club. */
export function ClubNews({ club }: { club: string }) {
  const { t } = useMessages();
  const query = useQuery(postingQuery(club));
  const posting = query.data;
  const from = { scope: 'club', club, kind: 'article' } as const;
  return (
    <Narrow query={query}>
      <Feed from={from} empty={{ title: t('posts.noNews'), body: t('posts.noNewsBody') }}>
        {posting?.can.publish === true && <Composer from={from} club={club} kind="article" />}
      </Feed>
    </Narrow>
  );
}

/** The composer is above the posts if the person can post, so both wait for the response. */
function Narrow({ query, children }: { query: UseQueryResult; children: ReactNode }) {
  return (
    <div className="w-full max-w-240">
      <WhenSettled queries={[query]} skeleton={['h-20', 'h-48', 'h-48']}>
        {children}
      </WhenSettled>
    </div>
  );
}
