import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { payText } from './job-text.ts';
import { clubJobs, jobPages } from './jobs.data.ts';
import { ManagedJobs } from './managed-jobs.tsx';
import english from './messages/en.json';

addEnglish(english);

/** A club's jobs, for officers. */
export function ClubJobs({ club }: { club: { readonly id: string } }) {
  return <ManagedJobs club={club} />;
}

const shown = 3;

/** The club's newest open jobs, next to the tabs of its page. */
export function ClubJobsCard({ club }: { club: string }) {
  const messages = useMessages();
  const { t, date } = messages;
  const { data } = useInfiniteQuery(jobPages({ ...clubJobs(club), list: 'open' }));
  const items = data?.pages[0]?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('jobs.title')}</h2>
      <ul className="grid gap-2">
        {items.slice(0, shown).map((job) => (
          <li key={job.id} className="grid justify-items-start gap-0.5">
            <Link
              to={paths.job}
              params={{ jobId: job.id }}
              dir="auto"
              className="page-start inline-block rounded-sm py-0.5 font-medium text-brand-text wrap-anywhere hover:underline touch:py-2.5"
            >
              {job.title}
            </Link>
            <span className="text-sm text-ink-2">
              {[
                ...(job.pay === null ? [] : [payText(job.pay, messages)]),
                t('jobs.closesOn', { date: date(job.closesAt, 'short') }),
              ].join(' • ')}
            </span>
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <Link to={paths.jobs} search={{ club }} className="text-link mt-3 inline-block text-sm">
          {t('jobs.allOfClub', { count: items.length })}
        </Link>
      )}
    </Card>
  );
}
