import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useRef } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { Loading } from '../../ui/skeleton.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { incomingRequests } from './home.data.ts';
import { PersonLink, PersonLinkSkeleton } from './person-link.tsx';

/** Who asked to connect and waits for an answer, which can be given here. */
export function RequestsCard() {
  const { t } = useMessages();
  const { data, error, refetch, isFetching } = useQuery(incomingRequests());
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel);
  const total = data?.total ?? 0;
  return (
    <Card
      title={t('home.requests')}
      {...(total > 0 && {
        description: t('home.requestsCount', { count: total }),
        aside: (
          <Link
            to={paths.connections}
            search={{ list: 'incoming' }}
            className="text-link text-sm whitespace-nowrap touch:-my-3 touch:py-3"
          >
            {t('home.requestsAll')}
          </Link>
        ),
      })}
    >
      <div ref={panel} tabIndex={-1} className="outline-none">
        {data === undefined && error && (
          <ErrorState
            isSmall
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && !error && (
          <Loading>
            <PersonLinkSkeleton />
            <PersonLinkSkeleton />
          </Loading>
        )}
        {data?.total === 0 && (
          <EmptyState
            isSmall
            icon={UserRoundCheck}
            title={t('home.requestsNone')}
            action={
              <Link to={paths.directory} className={buttonClass({ variant: 'soft' })}>
                {t('home.find')}
              </Link>
            }
          />
        )}
        <ul className="-mb-2 grid">
          {data?.items.map((person) => (
            <li key={person.uid}>
              <article className="flex items-center gap-3 max-[24rem]:gap-2">
                <div className="min-w-0 flex-1">
                  <PersonLink person={person} />
                </div>
                <ConnectButtons person={person} place="row" />
              </article>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
