import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import type { NewsletterSummary } from '#contract/newsletters/endpoints.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NewsletterDesk } from './newsletter-desk.tsx';
import { saveNewsletter, newsletterList, nextOffset, pageSize } from './newsletters.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Newsletters of the school: the list, or the one that is open. */
export function NewslettersSection() {
  const { id } = useSearch();
  return id === undefined ? <List /> : <NewsletterDesk key={id} id={id} />;
}

function List() {
  const { t } = useMessages();
  usePageTitle(t('newsletters.title'));
  const navigate = useNavigate();
  const letters = useInfiniteQuery({
    queryKey: [...newsletterList, 'pages'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/newsletters', { pageOffset: pageParam, pageSize }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const begin = useAct(() => call('POST /api/v1/newsletters', {}), {
    done(made) {
      saveNewsletter(made);
      void navigate({ to: paths.adminNewsletters, search: { id: made.id } });
    },
  });
  const make = (
    <Button variant="primary" icon={Plus} isPending={begin.isPending} onClick={() => begin.run()}>
      {t('newsletters.new')}
    </Button>
  );
  return (
    <Loaded
      query={letters}
      skeleton={['h-64']}
      empty={{
        icon: Newspaper,
        title: t('newsletters.none'),
        body: t('newsletters.noneBody'),
        action: make,
      }}
    >
      {({ pages }) => (
        <Card title={t('newsletters.title')} description={t('newsletters.countsBody')} aside={make}>
          <ul
            className={`-mx-4 divide-y divide-line border-t border-line sm:-mx-5 ${letters.hasNextPage ? 'mb-4 border-b' : '-mb-4 sm:-mb-5'}`}
          >
            {pages
              .flatMap((page) => page.items)
              .map((item) => (
                <li key={item.id}>
                  <Row item={item} />
                </li>
              ))}
          </ul>
          <LoadMore query={letters}>{t('inbox.more')}</LoadMore>
        </Card>
      )}
    </Loaded>
  );
}

function Row({ item }: { item: NewsletterSummary }) {
  const { t, ago, date, number } = useMessages();
  const state =
    item.state === 'sent'
      ? t('newsletters.sent', { when: ago(item.sentAt ?? item.changedAt) })
      : item.state === 'scheduled'
        ? t('newsletters.goes', { when: date(item.sendAt ?? item.changedAt, 'moment') })
        : `${t('newsletters.draft')}, ${t('newsletters.changed', { when: ago(item.changedAt) })}`;
  return (
    <Link
      to={paths.adminNewsletters}
      search={{ id: item.id }}
      className="grid gap-0.5 px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-fill sm:px-5"
    >
      <span className={`truncate font-medium ${item.title === '' ? 'text-ink-2' : ''}`} dir="auto">
        {item.title === '' ? t('newsletters.untitled') : item.title}
      </span>
      <span className="text-sm text-ink-2">{state}</span>
      {item.state === 'sent' && (
        <span className="text-sm text-ink-2">
          {t('newsletters.counts', {
            read: number(item.read),
            recipients: number(item.recipients),
            mailed: number(item.mailed),
          })}
        </span>
      )}
    </Link>
  );
}
