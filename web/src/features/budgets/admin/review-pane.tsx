import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Check,
  CircleDashed,
  Clock,
  FileText,
  SquareArrowOutUpRight,
  Undo2,
  X,
} from 'lucide-react';
import { useRef } from 'react';
import type { Submission } from '#contract/approvals/endpoints.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { areShortcutsOn, useShortcuts } from '../../../lib/shortcuts.ts';
import { useStore } from '../../../lib/store.ts';
import { rowOf } from '../../../lib/table-row.ts';
import { paths } from '../../../paths.ts';
import { Pill } from '../../../ui/pill.tsx';
import { SidePane } from '../../../ui/side-pane.tsx';
import { SubmissionHistory } from '../../approvals/submission-history.tsx';
import approvalWords from '../../approvals/messages/en.json';
import { personName, stageName } from '../../approvals/submission-words.ts';
import { stateTones } from '../budget-words.ts';
import { requestQuery, staleMoney } from '../budgets.data.ts';
import english from '../messages/en.json';
import { AboutRequest } from '../request/about-request.tsx';
import { GrantLines } from '../request/grant-lines.tsx';
import { RequestLines } from '../request/request-lines.tsx';
import { AlsoReviewing, DecisionButtons, Scores, WordField } from '../request/review-card.tsx';
import { useReview, type Review } from '../request/use-review.ts';
import { useRequestQueue } from './use-request-queue.ts';

addEnglish({ ...english, ...approvalWords });

interface ReviewPaneProps {
  id: string;
  as: 'side' | 'modal';
}

/** A request next to the queue, with everything that a reviewer needs. After a decision, the next request opens. */
export function ReviewPane({ id, as }: ReviewPaneProps) {
  const { t } = useMessages();
  const { open, neighbor } = useRequestQueue();
  const request = useQuery(requestQuery(id));
  const next = neighbor(1) ?? neighbor(-1);
  const close = () => open(null);
  if (request.data === undefined)
    return (
      <SidePane
        of={id}
        title={t('budgets.request')}
        as={as}
        opener={() => rowOf(id)}
        onClose={close}
      >
        <QueryBoundary
          query={request}
          skeleton={['h-16', 'h-64', 'h-32']}
          isEmpty={() => false}
          errorContent={{
            not_found: {
              icon: FileText,
              title: t('budgets.requestMissing'),
              body: t('budgets.requestMissingBody'),
            },
          }}
        >
          {() => null}
        </QueryBoundary>
      </SidePane>
    );
  return (
    <Reviewed
      key={id}
      request={request.data}
      as={as}
      onClose={close}
      onDecided={() => open(next === undefined || next === id ? null : next)}
    />
  );
}

interface ReviewedProps {
  request: BudgetRequest;
  as: 'side' | 'modal';
  onClose: () => void;
  onDecided: () => void;
}

function Reviewed({ request, as, onClose, onDecided }: ReviewedProps) {
  const { t } = useMessages();
  const { can, submission, club, state } = request;
  const wordField = useRef<HTMLTextAreaElement>(null);
  const review = useReview(request, { wordField, onDecided });
  useShortcuts(
    can.grant
      ? [
          { key: 'g', label: t('budgets.key_approve'), run: () => review.decide('approve') },
          {
            key: 'b',
            label: t('budgets.key_sendBack'),
            run: () => review.decide('request_changes'),
          },
          { key: 'd', label: t('budgets.key_deny'), run: () => review.decide('deny') },
        ]
      : [],
  );
  return (
    <SidePane
      of={request.id}
      title={request.title}
      as={as}
      opener={() => rowOf(request.id)}
      onClose={onClose}
      {...(can.grant && { footer: <Foot review={review} hasKeys={as === 'side'} /> })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            {club === null ? (
              <span className="text-ink-2">{t('budgets.deletedClub')}</span>
            ) : (
              <Link
                to={paths.club}
                params={{ clubId: club.id }}
                className="text-link rounded-sm touch:py-2"
              >
                <bdi>{club.name}</bdi>
              </Link>
            )}
            <Pill tone={stateTones[state]}>{t(`budgets.state_${state}`)}</Pill>
          </div>
          {submission !== null && <Steps submission={submission} />}
        </div>
        <AlsoReviewing request={request} />
        {request.purpose !== '' && (
          <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
            {request.purpose}
          </p>
        )}
        {can.grant ? (
          <>
            <GrantLines request={request} review={review} hasFiles />
            <WordField ref={wordField} review={review} />
          </>
        ) : (
          <RequestLines request={request} />
        )}
        <Scores request={request} />
        <section aria-labelledby="review-about" className="grid gap-3 border-t border-line pt-4">
          <h3 id="review-about" className="font-bold">
            {t('budgets.about')}
          </h3>
          <AboutRequest request={request} isShort />
          <Link
            to={paths.budgetRequest}
            params={{ requestId: request.id }}
            className="text-link inline-flex items-center gap-1.5 justify-self-start touch:py-2"
          >
            <SquareArrowOutUpRight size={16} aria-hidden className="rtl:-scale-x-100" />
            {t('budgets.openRequest')}
          </Link>
        </section>
        {submission !== null && <SubmissionHistory submission={submission} stale={staleMoney} />}
      </div>
    </SidePane>
  );
}

function Foot({ review, hasKeys }: { review: Review; hasKeys: boolean }) {
  const isOn = useStore(areShortcutsOn);
  return (
    <div className="grid w-full gap-2">
      <DecisionButtons review={review} />
      {hasKeys && isOn && <KeyHelp />}
    </div>
  );
}

const keys = [
  ['j', 'k', 'budgets.keyHelp_next'],
  ['g', '', 'budgets.keyHelp_approve'],
  ['b', '', 'budgets.keyHelp_sendBack'],
  ['d', '', 'budgets.keyHelp_deny'],
] as const;

/** The keys, for people who see them; the list that ? opens has them for everyone. */
function KeyHelp() {
  const { t } = useMessages();
  return (
    <p
      aria-hidden
      className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-xs text-ink-2 touch:hidden"
    >
      {keys.map(([first, second, text]) => (
        <span key={first} className="inline-flex items-center gap-1">
          <Key name={first} />
          {second !== '' && <Key name={second} />}
          {t(text)}
        </span>
      ))}
    </p>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded border border-line-strong bg-fill px-1 font-mono text-xs uppercase">
      {name}
    </kbd>
  );
}

const stepLooks = {
  approved: { icon: Check, color: 'text-good' },
  waiting: { icon: Clock, color: 'text-brand-text' },
  changes_requested: { icon: Undo2, color: 'text-warn' },
  denied: { icon: X, color: 'text-bad' },
  ahead: { icon: CircleDashed, color: 'text-ink-3' },
} as const;

/** The approval steps in a line each, with who decided them and when. */
function Steps({ submission }: { submission: Submission }) {
  const { t, date } = useMessages();
  return (
    <ul aria-label={t('approvals.progress')} className="grid gap-1 text-sm">
      {submission.stages.map((stage) => {
        const { icon: Icon, color } = stepLooks[stage.state];
        return (
          <li key={stage.place} className="flex items-start gap-1.5">
            <Icon size={18} strokeWidth={2.25} aria-hidden className={`mt-px shrink-0 ${color}`} />
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{stageName(t, stage.name)}</bdi>
              <span className="text-ink-2">
                {': '}
                {t(`approvals.stage_${stage.state}`)}
                {stage.decidedAt !== null &&
                  `, ${personName(t, stage.decidedBy)}, ${date(stage.decidedAt, 'short')}`}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
