import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useRef } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { incomingRequests } from './home.data.ts';
import { PersonLink } from './person-link.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';

/** Received connection requests, with buttons to respond. */
export function RequestsCard() {
  const { t } = useMessages();
  const requests = useQuery(incomingRequests());
  const panel = useRef<HTMLDivElement>(null);
  useListFocus(panel);
  const total = requests.data?.total ?? 0;
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
        <QueryBoundary
          isSmall
          query={requests}
          skeleton={['h-16', 'h-16']}
          isEmpty={(data) => data.total === 0}
          empty={{
            icon: UserRoundCheck,
            title: t('home.requestsNone'),
            action: (
              <Link to={paths.directory} className={buttonClass({ variant: 'soft' })}>
                {t('home.find')}
              </Link>
            ),
          }}
        >
          {({ items }) => (
            <ul className="@container -mb-2 grid">
              {items.map((person) => (
                <li key={person.uid}>
                  <article className="flex flex-wrap items-center gap-x-3 @sm:flex-nowrap @max-sm:pb-2">
                    <div className="min-w-0 grow basis-full @sm:basis-0">
                      <PersonLink person={person} />
                    </div>
                    <div className="@max-sm:ps-15 max-[24rem]:ps-0">
                      <ConnectButtons person={person} placement="row" />
                    </div>
                  </article>
                </li>
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
    </Card>
  );
}
