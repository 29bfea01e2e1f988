import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { Loaded } from '../../kit/loaded.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { PostCard } from './post-card.tsx';
import { postQuery } from './posts.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** One post with its comments: where links to it lead. */
export function PostPage() {
  const { t } = useMessages();
  const { id = '0' } = useSearch();
  const navigate = useNavigate();
  return (
    <Page width="read">
      <PageHeader title={t('posts.title')} />
      <Loaded
        query={useQuery(postQuery(id))}
        skeleton={['h-48']}
        isEmpty={() => false}
        isPage
        refused={{
          not_found: {
            icon: Newspaper,
            title: t('posts.gone'),
            body: t('posts.goneBody'),
            action: (
              <Link to={paths.home} className={buttonClass({})}>
                {t('posts.toFeed')}
              </Link>
            ),
          },
        }}
      >
        {(post) => <PostCard post={post} isPage onGone={() => void navigate({ to: paths.home })} />}
      </Loaded>
    </Page>
  );
}
