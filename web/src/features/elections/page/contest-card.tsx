import { Link } from '@tanstack/react-router';
import { ExternalLink, UserMinus } from 'lucide-react';
import type { Candidate, Contest } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { contestTask } from '../ballot/contest-step.tsx';

/** A contest with its candidates. */
export function ContestCard({ contest, isOpen }: { contest: Contest; isOpen: boolean }) {
  const { t } = useMessages();
  const { kind, seats, share, candidates } = contest;
  const rules = [
    contestTask(t, contest),
    ...(kind === 'yes_no'
      ? [
          share
            ? t('elections.passesShare', { part: share.numerator, whole: share.denominator })
            : t('elections.passes'),
        ]
      : [t('elections.seats', { count: seats })]),
    ...(contest.needsMajority ? [t('elections.needsMajority')] : []),
    ...(contest.allowsWriteIns ? [t('elections.allowsWriteIns')] : []),
  ];
  return (
    <Card>
      <div className="grid gap-1">
        <h2 dir="auto" className="page-start wrap-anywhere">
          {contest.title}
        </h2>
        <p className="text-sm text-ink-2">{rules.join(' ')}</p>
      </div>
      {kind !== 'yes_no' && candidates.length === 0 && (
        <p className="mt-3 text-ink-2">
          {t(isOpen ? 'elections.noCandidatesYet' : 'elections.noCandidates')}
        </p>
      )}
      {candidates.length > 0 && (
        <ul className="mt-3 grid divide-y divide-line" aria-label={t('elections.candidates')}>
          {candidates.map((one) => (
            <CandidateItem key={one.id} candidate={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CandidateItem({ candidate }: { candidate: Candidate }) {
  const { t } = useMessages();
  const { uid, name, statement, videoUrl, isWithdrawn } = candidate;
  return (
    <li className="flex gap-3 py-3">
      <Avatar name={name} photoUrl={candidate.photoUrl} size={3} />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3
            dir="auto"
            className={`text-base! wrap-anywhere ${isWithdrawn ? 'text-ink-2 line-through' : ''}`}
          >
            {uid === null ? (
              name
            ) : (
              <Link to={paths.profile} search={{ uid }} className="rounded-sm hover:underline">
                {name}
              </Link>
            )}
          </h3>
          {isWithdrawn && <Pill icon={UserMinus}>{t('elections.withdrawn')}</Pill>}
        </div>
        {statement !== '' && (
          <p dir="auto" className="page-start whitespace-pre-line text-sm wrap-anywhere">
            {statement}
          </p>
        )}
        {videoUrl !== null && (
          <a
            href={videoUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={t('elections.videoOf', { name })}
            className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-brand-text hover:underline touch:min-h-11"
          >
            <ExternalLink size={16} aria-hidden />
            {t('elections.video')}
          </a>
        )}
      </div>
    </li>
  );
}
