import { Lock, TriangleAlert } from 'lucide-react';
import { electionLimits } from '#contract/elections/limits.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Note } from '../../../ui/note.tsx';
import { smallContest, type ElectionDraft } from './election-draft.ts';

interface SetupAsideProps {
  draft: ElectionDraft;
  /** How many people can vote today. Undefined while it loads. */
  voters: number | undefined;
  className: string;
}

/** What no one can do, how ties are decided, and what a small electorate means. */
export function SetupAside({ draft, voters, className }: SetupAsideProps) {
  const { t, date } = useMessages();
  const small = voters === undefined ? undefined : smallContest(draft.contests, voters);
  return (
    <aside aria-label={t('elections.setup_aside')} className={`grid gap-4 ${className}`}>
      <Note icon={Lock} title={t('elections.setup_nobody')}>
        <p>{t('elections.setup_nobodyBody', { date: date(draft.closesAt, 'moment') })}</p>
      </Note>
      <section className="grid gap-1 px-1 text-sm">
        <h3 className="text-base!">{t('elections.setup_ties')}</h3>
        <p className="text-ink-2">{t('elections.setup_tiesBody')}</p>
      </section>
      {small === undefined || voters === undefined ? (
        <section className="grid gap-1 px-1 text-sm">
          <h3 className="text-base!">{t('elections.setup_small')}</h3>
          <p className="text-ink-2">
            {t('elections.setup_smallBody', { min: electionLimits.voters })}
          </p>
        </section>
      ) : (
        <Note tone="warn" icon={TriangleAlert} title={t('elections.setup_small')}>
          <p>
            {t('elections.setup_smallWarning', {
              voters,
              candidates: small.candidates.length,
              contest: isolate(small.title),
            })}
          </p>
        </Note>
      )}
    </aside>
  );
}
