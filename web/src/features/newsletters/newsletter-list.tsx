import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import { use } from 'react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { SectionHeadingContext } from '../../shell/section-heading.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveEmail, type EmailEditorConfig, type Item, type Page } from './email-editor-config.ts';
import { EmailStatistics } from './email-statistics.tsx';
import { nextOffset } from '../../lib/next-offset.ts';

/** All items of an email editor: drafts, scheduled and sent ones. */
export function NewsletterList<A>({ config }: { config: EmailEditorConfig<A> }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  // A section's page already has the title.
  const isInSection = use(SectionHeadingContext) !== null;
  const emails = useInfiniteQuery({
    queryKey: [...config.listKey, 'pages'],
    queryFn: ({ pageParam }): Promise<Page> => config.list(pageParam),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const begin = useAction(() => config.create(), {
    onSuccess(made) {
      saveEmail(config, made);
      void navigate(config.link(made.id));
    },
  });
  const canCreate = emails.data?.pages[0]?.can?.create !== false;
  const make = canCreate && (
    <Button variant="primary" icon={Plus} isPending={begin.isPending} onClick={() => begin.run()}>
      {t(config.texts.new)}
    </Button>
  );
  return (
    <QueryBoundary
      query={emails}
      skeleton={['h-64']}
      empty={{
        icon: Newspaper,
        title: t(config.texts.none),
        body: t((!canCreate && config.texts.noneReadOnly) || config.texts.noneBody),
        action: make,
      }}
    >
      {({ pages }) => (
        <Card
          {...(!isInSection && { title: t(config.texts.title) })}
          description={t('newsletters.countsBody')}
          aside={make}
        >
          <ul
            className={`-mx-4 divide-y divide-line border-t border-line sm:-mx-5 ${emails.hasNextPage ? 'mb-4 border-b' : '-mb-4 sm:-mb-5'}`}
          >
            {pages
              .flatMap((page) => page.items)
              .map((item) => (
                <li key={item.id}>
                  <Row config={config} item={item} />
                </li>
              ))}
          </ul>
          <LoadMore query={emails}>{t('inbox.more')}</LoadMore>
        </Card>
      )}
    </QueryBoundary>
  );
}

function Row<A>({ config, item }: { config: EmailEditorConfig<A>; item: Item }) {
  const { t, ago, date } = useMessages();
  const state =
    item.state === 'sent'
      ? t('newsletters.sent', { when: ago(item.sentAt ?? item.changedAt) })
      : item.state === 'scheduled'
        ? t('newsletters.goes', { when: date(item.sendAt ?? item.changedAt, 'moment') })
        : `${t('newsletters.draft')}, ${t('newsletters.changed', { when: ago(item.changedAt) })}`;
  return (
    <Link
      {...config.link(item.id)}
      className="grid gap-0.5 px-4 py-3 -outline-offset-2 transition-colors duration-150 hover:bg-fill sm:px-5"
    >
      <span className={`truncate font-medium ${item.title === '' ? 'text-ink-2' : ''}`} dir="auto">
        {item.title === '' ? t('newsletters.untitled') : item.title}
      </span>
      <span className="text-sm text-ink-2">
        {item.returned && config.texts.returned && (
          <>
            <span className="font-medium text-warn">{t(config.texts.returned.title)}</span>
            {' • '}
          </>
        )}
        {state}
      </span>
      {item.state === 'sent' && (
        <span className="text-sm text-ink-2">
          <EmailStatistics item={item} />
        </span>
      )}
    </Link>
  );
}
