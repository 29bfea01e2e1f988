import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteBudgetRequest, submitBudgetRequest } from '#contract/budgets/calls.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SubmissionHistory } from '../../approvals/submission-history.tsx';
import { SubmissionTimeline } from '../../approvals/submission-timeline.tsx';
import { useAmount } from '../amount.tsx';
import { stateTones } from '../budget-words.ts';
import { requestQuery, staleMoney } from '../budgets.data.ts';
import english from '../messages/en.json';
import { AboutRequest } from './about-request.tsx';
import { RequestEditor } from './request-editor.tsx';
import { RequestLines } from './request-lines.tsx';
import { ReviewCard } from './review-card.tsx';
import { SpendingCard } from './spending-card.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';

addEnglish(english);

/** A budget request: its items and steps; reviewers decide, and officers record what was spent. */
export function RequestPage() {
  const { t } = useMessages();
  const { requestId = '' } = useParams();
  const request = useQuery(requestQuery(requestId));
  const { data } = request;
  return (
    <Page>
      <PageHeader
        title={data?.title ?? t('budgets.request')}
        back={
          data?.club && (
            <BackLink
              to={paths.manageClub}
              params={{ clubId: data.club.id }}
              search={{ section: 'money' }}
            >
              {t('budgets.moneyOf', { name: data.club.name })}
            </BackLink>
          )
        }
      >
        {data && <Pill tone={stateTones[data.state]}>{t(`budgets.state_${data.state}`)}</Pill>}
      </PageHeader>
      <QueryBoundary
        query={request}
        skeleton={['h-32', 'h-96']}
        isEmpty={() => false}
        showsRefetchError
        errorContent={{
          not_found: {
            icon: FileText,
            title: t('budgets.requestMissing'),
            body: t('budgets.requestMissingBody'),
          },
        }}
      >
        {(loaded) => <RequestView key={loaded.id} request={loaded} />}
      </QueryBoundary>
    </Page>
  );
}

function RequestView({ request }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const { can, submission, state, lines } = request;
  // A draft without items opens in the editor.
  const [isEditing, setEditing] = useState(can.edit && lines.length === 0);
  const showsTrack = submission !== null && state !== 'draft';
  return (
    <>
      {showsTrack && (
        <SubmissionTimeline
          submission={submission}
          stale={staleMoney}
          isShort
          {...(can.edit && !isEditing && { edit: <EditButton onEdit={() => setEditing(true)} /> })}
        />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          {isEditing && can.edit ? (
            <RequestEditor request={request} onClose={() => setEditing(false)} />
          ) : (
            <Card
              title={t('budgets.items')}
              aside={
                can.edit && !showsTrack ? <EditButton onEdit={() => setEditing(true)} /> : undefined
              }
            >
              <RequestLines request={request} />
            </Card>
          )}
          {(state === 'approved' || state === 'closed') && <SpendingCard request={request} />}
          {showsTrack && <SubmissionHistory submission={submission} stale={staleMoney} />}
        </div>
        <SideColumn>
          {can.grant && <ReviewCard request={request} />}
          {can.submit && !isEditing && state !== 'changes_requested' && (
            <SubmitCard request={request} />
          )}
          <Card title={t('budgets.about')}>
            <AboutRequest request={request} />
          </Card>
        </SideColumn>
      </div>
    </>
  );
}

function EditButton({ onEdit }: { onEdit: () => void }) {
  const { t } = useMessages();
  return (
    <Button icon={Pencil} onClick={onEdit}>
      {t('budgets.edit')}
    </Button>
  );
}

/** Submits a draft, or deletes it. */
function SubmitCard({ request }: { request: BudgetRequest }) {
  const { t } = useMessages();
  const amount = useAmount();
  const navigate = useNavigate();
  const { id, version, asked, lines, club, can } = request;
  const submit = useAction(() => call(submitBudgetRequest, { id, version }), {
    invalidates: staleMoney,
    success: t('budgets.submitted'),
  });
  const remove = useAction(() => call(deleteBudgetRequest, { id }), {
    confirm: () => ({
      title: t('budgets.deleteTitle', { title: request.title }),
      body: t('budgets.deleteBody'),
      confirmLabel: t('budgets.delete'),
      isDanger: true,
    }),
    invalidates: staleMoney,
    onSuccess: () =>
      club === null
        ? navigate({ to: paths.home })
        : navigate({
            to: paths.manageClub,
            params: { clubId: club.id },
            search: { section: 'money' },
          }),
  });
  return (
    <Card title={t('budgets.submitTitle')} className="max-lg:order-first">
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">
          {t(lines.length === 0 ? 'budgets.submitEmpty' : 'budgets.submitBody')}
        </p>
        <Button
          variant="primary"
          icon={Send}
          isBlock
          disabled={lines.length === 0}
          isPending={submit.isPending}
          onClick={() => submit.run()}
        >
          {t('budgets.submitAmount', { amount: amount(asked) })}
        </Button>
        {can.delete && (
          <Button icon={Trash2} isBlock isPending={remove.isPending} onClick={() => remove.run()}>
            {t('budgets.delete')}
          </Button>
        )}
      </div>
    </Card>
  );
}
