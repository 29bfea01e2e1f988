import { useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { JobMark } from '../job-mark.tsx';
import { posterName } from '../job-text.ts';
import { JobBody } from '../page/job-body.tsx';
import { Sees } from '../page/sees.tsx';
import { payOf, type JobDraft, type Poster } from './job-draft.ts';

/** The job as others will see it. */
export function JobPreview({ draft, posters }: { draft: JobDraft; posters: readonly Poster[] }) {
  const { t } = useMessages();
  const school = useSchool();
  const pay = payOf(draft);
  const club =
    draft.club === ''
      ? null
      : { id: draft.club, name: posters.find(({ id }) => id === draft.club)?.name ?? '' };
  const { kind, place, hours, startsOn, endsOn, description, requirements, apply, asksFiles } =
    draft;
  const employer = draft.employer.trim();
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-3">
        <JobMark kind={kind} />
        <div className="grid min-w-0 gap-0.5">
          <h3 dir="auto" className="page-start text-lg! wrap-anywhere">
            {draft.title.trim() === '' ? t('jobs.untitled') : draft.title}
          </h3>
          <p className="text-sm text-ink-2">
            <bdi className="wrap-anywhere">{posterName({ club, employer }, school.name)}</bdi>
            {place !== '' && (
              <>
                <span aria-hidden> • </span>
                <bdi className="wrap-anywhere">{place}</bdi>
              </>
            )}
          </p>
        </div>
      </div>
      <JobBody
        job={{
          pay: pay === null ? null : { min: pay.min, max: pay.max ?? null, per: pay.per },
          kind,
          hours,
          startsOn,
          endsOn,
          closesAt: draft.closesAt,
          state: 'open',
          description,
          requirements,
        }}
      />
      <p className="border-t border-line pt-4 text-sm text-ink-2">
        <Sees
          job={{
            apply,
            asksFiles,
            club,
            employer,
            questions:
              draft.questions.questions.length === 0
                ? null
                : { revision: 0, definition: draft.questions },
          }}
        />
      </p>
    </div>
  );
}
