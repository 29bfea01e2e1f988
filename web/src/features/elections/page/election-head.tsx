import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleSlash, Settings2 } from 'lucide-react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Note } from '../../../ui/note.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { PaperLink } from './paper-link.tsx';
import { percentOf } from '../percent.ts';
import { PhasePill } from '../phase-pill.tsx';
import { ElectionTime } from './election-time.tsx';

/** Title, club and phase of an election. */
export function ElectionTitle({ election }: { election: Election }) {
  const { t } = useMessages();
  const { club, id, phase, title, can } = election;
  return (
    <div className="grid gap-2">
      <PageHeader
        title={title}
        back={<BackLink to={paths.elections}>{t('nav.elections')}</BackLink>}
      >
        {can.manage && election.acceptsPaper && phase !== 'draft' && phase !== 'canceled' && (
          <PaperLink election={election} variant="outline" />
        )}
        {can.manage && (
          <Link
            to={paths.electionSetup}
            params={{ electionId: id }}
            className={buttonClass({ variant: 'outline' })}
          >
            <Settings2 size={20} strokeWidth={1.9} aria-hidden />
            {t('elections.manage')}
          </Link>
        )}
      </PageHeader>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PhasePill phase={phase} />
        {club ? (
          <Link
            to={paths.club}
            params={{ clubId: club.id }}
            dir="auto"
            className="rounded-sm font-medium text-brand-text wrap-anywhere hover:underline"
          >
            {club.name}
          </Link>
        ) : (
          <span className="text-ink-2">{t('elections.ofSchool')}</span>
        )}
      </div>
    </div>
  );
}

/** Times, voters and turnout, and why the election was extended or canceled. */
export function ElectionFacts({ election }: { election: Election }) {
  const { t, number } = useMessages();
  const { timeZone: zone, phase, voters, turnout } = election;
  const times = [
    ...(election.nominationsEndAt !== null
      ? [{ label: t('elections.nominationsUntil'), instant: election.nominationsEndAt }]
      : []),
    { label: t('elections.opens'), instant: election.opensAt },
    { label: t('elections.closes'), instant: election.closesAt },
  ];
  return (
    <>
      {election.cancellationReason !== null && (
        <Note tone="bad" icon={CircleSlash} title={t('elections.canceledTitle')}>
          <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
            {election.cancellationReason}
          </p>
          <p className="mt-1 text-ink-2">{t('elections.canceledBody')}</p>
        </Note>
      )}
      {election.extensionReason !== null && phase !== 'canceled' && (
        <Note tone="warn" icon={CalendarClock} title={t('elections.extended')}>
          <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
            {election.extensionReason}
          </p>
        </Note>
      )}
      {election.description !== '' && (
        <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
          {election.description}
        </p>
      )}
      <StatGrid label={t('elections.facts')}>
        {times.map(({ label, instant }) => (
          <StatTile
            key={label}
            label={label}
            value={
              <span className="text-base">
                <ElectionTime instant={instant} zone={zone} />
              </span>
            }
          />
        ))}
        {voters !== null && <StatTile label={t('elections.voters')} value={number(voters)} />}
        {voters !== null && phase !== 'canceled' && (
          <StatTile
            label={t('elections.turnout')}
            value={number(turnout)}
            note={
              phase === 'published'
                ? t('elections.turnoutShare', { percent: percentOf(turnout, voters) })
                : t('elections.turnoutSteps')
            }
          />
        )}
        {election.quorum !== null && (
          <StatTile
            label={t('elections.quorum')}
            value={t('elections.percent', { percent: election.quorum })}
          />
        )}
      </StatGrid>
    </>
  );
}
