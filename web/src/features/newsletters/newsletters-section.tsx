import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import type { NewsletterSummary } from '#contract/newsletters.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useNavigate, useSearch } from '../../lib/router/hooks.ts';
import { Link } from '../../lib/router/link.tsx';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { NewsletterDesk } from './newsletter-desk.tsx';
import { keepNewsletter, newsletterList, nextOffset, pageSize } from './newsletters.data.ts';

/** Newsletters of the school: the list, or the one that is open. */
export function NewslettersSection() {
  const { id } = useSearch();
  return id === undefined ? <List /> : <NewsletterDesk key={id} id={id} />;
}

function List() {
  const messages = useMessages();
  const { t } = messages;
  usePageTitle(t('newsletters.title'));
  const navigate = useNavigate();
  const pages = useInfiniteQuery({
    queryKey: [...newsletterList, 'pages'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/newsletters', { pageOffset: pageParam, pageSize }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const begin = useMutation({
    mutationFn: () => call('POST /api/v1/newsletters', {}),
    onSuccess(made) {
      keepNewsletter(made);
      void navigate({ to: paths.adminNewsletters, search: { id: made.id } });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const make = (
    <Button
      variant="primary"
      icon={Plus}
      isPending={begin.isPending}
      onClick={() => begin.mutate()}
    >
      {t('newsletters.new')}
    </Button>
  );
  if (pages.data === undefined) {
    return pages.error ? (
      <ErrorState
        error={pages.error}
        onRetry={() => void pages.refetch()}
        isRetrying={pages.isFetching}
      />
    ) : (
      <Loading>
        <Skeleton className="h-64" />
      </Loading>
    );
  }
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <EmptyState icon={Newspaper} title={t('newsletters.none')} action={make}>
        {t('newsletters.noneBody')}
      </EmptyState>
    );
  return (
    <Card title={t('newsletters.title')} description={t('newsletters.countsBody')} aside={make}>
      <ul
        className={`-mx-4 divide-y divide-line border-t border-line sm:-mx-5 ${pages.hasNextPage ? 'border-b' : '-mb-4 sm:-mb-5'}`}
      >
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          className="mt-4"
          isPending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('inbox.more')}
        </Button>
      )}
    </Card>
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
