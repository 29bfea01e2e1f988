import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleSlash, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
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

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string;
  /** True for text that would be too large as a figure. */
  readonly isText?: boolean;
}

/** Times, voters and turnout, and why the election was extended or canceled. */
export function ElectionFacts({ election }: { election: Election }) {
  const { t, number } = useMessages();
  const { timeZone: zone, phase, voters, turnout } = election;
  const isPhone = !useMinWidth('md');
  const time = (label: string, instant: string): Fact => ({
    label,
    value: <ElectionTime instant={instant} zone={zone} />,
    isText: true,
  });
  const facts: readonly Fact[] = [
    ...(election.nominationsEndAt === null
      ? []
      : [time(t('elections.nominationsUntil'), election.nominationsEndAt)]),
    time(t('elections.opens'), election.opensAt),
    time(t('elections.closes'), election.closesAt),
    ...(voters === null ? [] : [{ label: t('elections.voters'), value: number(voters) }]),
    ...(voters === null || phase === 'canceled'
      ? []
      : [
          {
            label: t('elections.turnout'),
            value: number(turnout),
            note:
              phase === 'published'
                ? t('elections.turnoutShare', { percent: percentOf(turnout, voters) })
                : t('elections.turnoutSteps'),
          },
        ]),
    ...(election.quorum === null
      ? []
      : [
          {
            label: t('elections.quorum'),
            value: t('elections.percent', { percent: election.quorum }),
          },
        ]),
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
      {isPhone ? (
        // Tiles would push the candidates out of the window.
        <div className="card p-4">
          <DefinitionList label={t('elections.facts')}>
            {facts.map(({ label, value, note }) => (
              <Definition key={label} term={label}>
                {value}
                {note !== undefined && <p className="text-sm text-ink-2">{note}</p>}
              </Definition>
            ))}
          </DefinitionList>
        </div>
      ) : (
        <StatGrid label={t('elections.facts')}>
          {facts.map(({ label, value, note, isText }) => (
            <StatTile
              key={label}
              label={label}
              value={isText === true ? <span className="text-base">{value}</span> : value}
              note={note}
            />
          ))}
        </StatGrid>
      )}
    </>
  );
}
