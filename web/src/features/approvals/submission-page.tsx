import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Check, ListChecks, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { Submission } from '#contract/approvals/endpoints.ts';
import type { Decision } from '#contract/approvals/kinds.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useParams } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import { submissionQuery } from './approvals.data.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { fieldName, fieldValue, kindName } from './kind-words.ts';
import english from './messages/en.json';
import { SubmissionHistory } from './submission-history.tsx';
import { SubmissionTimeline } from './submission-timeline.tsx';
import { personName, stageName, tones } from './submission-words.ts';

addEnglish(english);

/** A submission with its content, status and history. Reviewers can decide. */
export function SubmissionPage() {
  const { t } = useMessages();
  const { submissionId = '' } = useParams();
  const submission = useQuery(submissionQuery(submissionId));
  const data = submission.data;
  return (
    <Page>
      <PageHeader
        title={
          data === undefined
            ? t('approvals.content')
            : data.title === ''
              ? kindName(t, data.kind)
              : data.title
        }
        back={<BackLink to={paths.approvals}>{t('approvals.back')}</BackLink>}
      >
        {data && <Pill tone={tones[data.state]}>{t(`approvals.state_${data.state}`)}</Pill>}
      </PageHeader>
      <QueryBoundary
        query={submission}
        skeleton={['h-32', 'h-96']}
        isEmpty={() => false}
        showsRefetchError
        errorContent={{
          not_found: {
            icon: ListChecks,
            title: t('approvals.missing'),
            body: t('approvals.missingBody'),
          },
        }}
      >
        {(loaded) => <SubmissionView submission={loaded} />}
      </QueryBoundary>
    </Page>
  );
}

function SubmissionView({ submission }: { submission: Submission }) {
  const { t, date } = useMessages();
  const navigate = useNavigate();
  const { kind, fields, submitter, submitterName, submittedAt, link, can } = submission;
  // Keeps the submission as it was loaded, so that the dialog and its text stay if someone else decides first.
  const [open, setOpen] = useState<{ decision: Decision; read: Submission } | null>(null);
  return (
    <>
      <SubmissionTimeline submission={submission} isShort />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Card
          title={kindName(t, kind)}
          aside={
            link !== null && (
              <a
                href={link}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  void navigate({ href: link });
                }}
                className={buttonClass({ size: 'sm' })}
              >
                {t('approvals.open')}
                <ArrowUpRight size={18} aria-hidden className="rtl:-scale-x-100" />
              </a>
            )
          }
          description={
            submittedAt !== null &&
            t('approvals.submittedBy', {
              name: personName(t, submitter, submitterName),
              date: date(submittedAt),
            })
          }
        >
          <dl className="grid gap-4">
            {fields.map((field, nth) => (
              // Labels may be alike; their order stays.
              // eslint-disable-next-line react/no-array-index-key
              <div key={nth} className="grid gap-0.5">
                <dt className="text-sm font-bold">{fieldName(t, kind, field)}</dt>
                <dd className="grid gap-0.5">
                  {field.before !== null && (
                    <p dir="auto" className="page-start text-ink-2">
                      <span className="sr-only">{t('approvals.before')} </span>
                      <del className="whitespace-pre-wrap wrap-anywhere">
                        {fieldValue(t, kind, field.key, field.before)}
                      </del>
                    </p>
                  )}
                  <p
                    dir="auto"
                    className={`page-start whitespace-pre-wrap wrap-anywhere ${field.value === '' ? 'text-ink-2' : ''}`}
                  >
                    {fieldValue(t, kind, field.key, field.value)}
                  </p>
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <div className="grid gap-4 max-lg:contents">
          {can.decide && (
            <DecisionCard
              step={submission.step?.name ?? ''}
              onDecide={(decision) => setOpen({ decision, read: submission })}
            />
          )}
          <SubmissionHistory submission={submission} />
        </div>
      </div>
      {open && (
        <DecisionDialog
          submission={open.read}
          decision={open.decision}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** The three decisions. On phones, this card is at the top. */
function DecisionCard({
  step,
  onDecide,
}: {
  step: string;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useMessages();
  return (
    <Card
      title={t('approvals.yourDecision')}
      description={
        step === ''
          ? t('approvals.decideSingle')
          : t('approvals.decideBody', { name: stageName(t, step) })
      }
      className="max-lg:order-first"
    >
      <div className="grid gap-2">
        <Button isBlock variant="primary" icon={Check} onClick={() => onDecide('approve')}>
          {t('approvals.approve')}
        </Button>
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
          <Button isBlock icon={Undo2} onClick={() => onDecide('request_changes')}>
            {t('approvals.request_changes')}
          </Button>
          <Button isBlock icon={X} onClick={() => onDecide('deny')}>
            {t('approvals.deny')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
