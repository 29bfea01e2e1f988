import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveLetter, type Desk, type Item, type Page } from './desk.ts';
import { Figures } from './figures.tsx';
import { nextOffset } from './newsletters.data.ts';

/** All items of a desk: drafts, scheduled and sent ones. */
export function NewsletterList<A>({ desk }: { desk: Desk<A> }) {
  const { t } = useMessages();
  usePageTitle(t(desk.words.title));
  const navigate = useNavigate();
  const letters = useInfiniteQuery({
    queryKey: [...desk.listKey, 'pages'],
    queryFn: ({ pageParam }): Promise<Page> => desk.list(pageParam),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const begin = useAction(() => desk.create(), {
    onSuccess(made) {
      saveLetter(desk, made);
      void navigate(desk.link(made.id));
    },
  });
  const canCreate = letters.data?.pages[0]?.can?.create !== false;
  const make = canCreate && (
    <Button variant="primary" icon={Plus} isPending={begin.isPending} onClick={() => begin.run()}>
      {t(desk.words.new)}
    </Button>
  );
  return (
    <QueryBoundary
      query={letters}
      skeleton={['h-64']}
      empty={{
        icon: Newspaper,
        title: t(desk.words.none),
        body: t((!canCreate && desk.words.noneReadOnly) || desk.words.noneBody),
        action: make,
      }}
    >
      {({ pages }) => (
        <Card title={t(desk.words.title)} description={t('newsletters.countsBody')} aside={make}>
          <ul
            className={`-mx-4 divide-y divide-line border-t border-line sm:-mx-5 ${letters.hasNextPage ? 'mb-4 border-b' : '-mb-4 sm:-mb-5'}`}
          >
            {pages
              .flatMap((page) => page.items)
              .map((item) => (
                <li key={item.id}>
                  <Row desk={desk} item={item} />
                </li>
              ))}
          </ul>
          <LoadMore query={letters}>{t('inbox.more')}</LoadMore>
        </Card>
      )}
    </QueryBoundary>
  );
}

function Row<A>({ desk, item }: { desk: Desk<A>; item: Item }) {
  const { t, ago, date } = useMessages();
  const state =
    item.state === 'sent'
      ? t('newsletters.sent', { when: ago(item.sentAt ?? item.changedAt) })
      : item.state === 'scheduled'
        ? t('newsletters.goes', { when: date(item.sendAt ?? item.changedAt, 'moment') })
        : `${t('newsletters.draft')}, ${t('newsletters.changed', { when: ago(item.changedAt) })}`;
  return (
    <Link
      {...desk.link(item.id)}
      className="grid gap-0.5 px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-fill sm:px-5"
    >
      <span className={`truncate font-medium ${item.title === '' ? 'text-ink-2' : ''}`} dir="auto">
        {item.title === '' ? t('newsletters.untitled') : item.title}
      </span>
      <span className="text-sm text-ink-2">
        {item.returned && desk.words.returned && (
          <>
            <span className="font-medium text-warn">{t(desk.words.returned.title)}</span>
            {' • '}
          </>
        )}
        {state}
      </span>
      {item.state === 'sent' && (
        <span className="text-sm text-ink-2">
          <Figures item={item} />
        </span>
      )}
    </Link>
  );
}
