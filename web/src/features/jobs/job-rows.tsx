import { Link } from '@tanstack/react-router';
import { Check, Clock } from 'lucide-react';
import type { JobItem } from '#contract/jobs/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { Tag } from '../../ui/chip.tsx';
import { Pill } from '../../ui/pill.tsx';
import { JobMark } from './job-mark.tsx';
import { closesSoon, payText, posterName, stateTones } from './job-text.ts';
import { paramsOf, type JobsSearch } from './jobs.data.ts';
import { SaveButton } from './save-button.tsx';

interface JobRowsProps {
  jobs: readonly JobItem[];
  search: JobsSearch;
  /** The job that is open next to the list. */
  selected?: string | undefined;
}

/** Jobs as rows that open their pages. */
export function JobRows({ jobs, search, selected }: JobRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobRow job={job} search={search} isSelected={job.id === selected} />
        </li>
      ))}
    </ul>
  );
}

function JobRow({
  job,
  search,
  isSelected,
}: {
  job: JobItem;
  search: JobsSearch;
  isSelected: boolean;
}) {
  const messages = useMessages();
  const { t, date } = messages;
  const school = useSchool();
  const { id, title, kind, pay, hours, place, state, hasApplied, closesAt } = job;
  const poster = posterName(job, school.name);
  return (
    <article
      data-job={id}
      className={`relative flex gap-3 px-4 py-3.5 transition-colors duration-150 ${isSelected ? 'bg-brand-soft' : 'hover:bg-fill'}`}
    >
      <JobMark kind={kind} />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 className="text-base!">
          <Link
            to={paths.job}
            params={{ jobId: id }}
            search={paramsOf(search)}
            resetScroll={false}
            aria-current={isSelected || undefined}
            dir="auto"
            className="page-start block wrap-anywhere after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-text"
          >
            {title}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          <bdi className="wrap-anywhere">{poster}</bdi>
          {place !== '' && (
            <>
              <span aria-hidden> • </span>
              <bdi className="wrap-anywhere">{place}</bdi>
            </>
          )}
        </p>
        <div className="mt-0.5 flex flex-wrap items-center gap-1.5">
          {pay === null ? <Tag>{t(`jobs.kind_${kind}`)}</Tag> : <Tag>{payText(pay, messages)}</Tag>}
          {hours !== '' && (
            <Tag>
              <bdi>{hours}</bdi>
            </Tag>
          )}
          {closesSoon(job) && (
            <Pill tone="warn" icon={Clock}>
              {t('jobs.closesOn', { date: date(closesAt, 'short') })}
            </Pill>
          )}
          {hasApplied && (
            <Pill tone="good" icon={Check}>
              {t('jobs.applied')}
            </Pill>
          )}
          {job.isHidden && <Pill tone="bad">{t('jobs.moderated')}</Pill>}
          {state !== 'open' && <Pill tone={stateTones[state]}>{t(`jobs.state_${state}`)}</Pill>}
        </div>
      </div>
      {/* Above the link that covers the row. */}
      <div className="relative z-10 -me-2 -mt-1 shrink-0">
        <SaveButton job={job} isIcon />
      </div>
    </article>
  );
}
