import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { getSelfCheckInCode } from '#contract/events/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { callQuery } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { eventPage } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** Don't fetch more often than the code changes. The delay makes sure that the new code exists. In milliseconds. */
const soonest = 1_000;
const after = 250;

/** The check-in code for a projector. It stays in sync with the server. */
export function EventCodePage() {
  const { t, number } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const event = useQuery(eventPage(eventId, occurrence));
  const code = useQuery({
    ...callQuery(getSelfCheckInCode, {
      id: eventId,
      // For a series, the next date.
      ...(event.data?.isRecurring === true && { occurrence: event.data.occurrence }),
    }),
    enabled: event.data !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined
        ? 5_000
        : Math.max(soonest, Date.parse(data.validUntil) - Date.now() + after),
    refetchIntervalInBackground: true,
  });
  const title = event.data?.title ?? t('events.codeTitle');
  usePageTitle(title);
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] bg-canvas p-4 sm:p-6">
      <Link
        to={paths.event}
        params={{ eventId }}
        {...(occurrence !== undefined && { search: { occurrence } })}
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-control font-medium text-brand-text hover:underline"
      >
        <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        {t('events.toEvent')}
      </Link>
      <div className="grid grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-6 text-center">
        <h1 dir="auto" className="text-[clamp(1.625rem,4vw,2.75rem)]! leading-tight! wrap-anywhere">
          {title}
        </h1>
        <QueryBoundary
          query={code}
          showsRefetchError
          skeleton={['h-96 w-96']}
          isEmpty={() => false}
        >
          {(now) => (
            <div className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-6">
              <p className="text-xl text-ink-2">{t('events.codeLead')}</p>
              <QrCode label={t('events.codeQr')} value={now.url} size={24} />
              <p
                // People read it from the last row of a room.
                className="text-[clamp(3.5rem,11vh,8rem)] leading-none font-bold tracking-[0.15em] tabular-nums"
                aria-live="off"
              >
                <span className="sr-only">{t('events.codeNow')}</span>
                {now.code}
              </p>
              <p className="text-lg text-ink-2 tabular-nums">
                {t('events.codeCount', {
                  inside: number(now.checkedIn),
                  registered: number(now.registered),
                })}
              </p>
            </div>
          )}
        </QueryBoundary>
      </div>
    </main>
  );
}
