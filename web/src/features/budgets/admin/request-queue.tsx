import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, FileText, Inbox, X } from 'lucide-react';
import { useState } from 'react';
import { decideSubmission } from '#contract/approvals/calls.ts';
import { approvalLimits, type Decision } from '#contract/approvals/kinds.ts';
import type { BudgetPeriod } from '#contract/budgets/staff.endpoints.ts';
import type { RequestItem } from '#contract/budgets/requests.endpoints.ts';
import { BulkBar, DataTable } from '../../../kit/data-table.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { rowOf } from '../../../lib/table-row.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { staleSubmission } from '../../approvals/approvals.data.ts';
import { nameOf } from '../../people/person.ts';
import { Amount } from '../amount.tsx';
import { stateTones } from '../budget-words.ts';
import { requestQuery, staleMoney } from '../budgets.data.ts';
import { MinutesDialog } from './minutes-dialog.tsx';
import { queueStates, useRequestQueue } from './use-request-queue.ts';

const dayMs = 86_400_000;
/** Days after which a wait is marked. */
const longDays = 5;

interface RequestQueueProps {
  /** True if a request opens next to the list. On phones, it opens on a separate page. */
  isBeside: boolean;
  periods: readonly BudgetPeriod[];
}

/** The school's requests: those that wait first, longest wait on top. Several can be decided at once. */
export function RequestQueue({ isBeside, periods }: RequestQueueProps) {
  const { t, date, ago } = useMessages();
  const navigate = useNavigate();
  const queue = useRequestQueue();
  const { requests, rows, state } = queue;
  const [text, setText] = useState(queue.search);
  const [now] = useState(() => Date.now());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isPrinting, setPrinting] = useState(false);
  const [deciding, setDeciding] = useState<'approve' | 'deny' | null>(null);
  useDebounced(text, (value) => queue.change({ search: value.trim() }));
  const chosen = rows.filter(({ id }) => selected.has(id));
  const isWaiting = state === 'submitted';
  const isOpen = isBeside && queue.request !== undefined;
  const open = (id: string) =>
    isBeside
      ? queue.open(id)
      : void navigate({ to: paths.budgetRequest, params: { requestId: id } });
  const step = (by: 1 | -1) => () => {
    const id = queue.neighbor(by);
    if (id === undefined) return;
    open(id);
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts(
    isBeside
      ? [
          { key: 'j', label: t('budgets.key_next'), run: step(1) },
          { key: 'k', label: t('budgets.key_previous'), run: step(-1) },
        ]
      : [],
  );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('budgets.search')}
            value={text}
            onChange={(value) => setText(value.slice(0, 100))}
            isBusy={requests.isFetching && requests.data === undefined}
          />
        </div>
        <div className="w-56 max-sm:w-full">
          <Select
            label={t('budgets.status')}
            value={state}
            options={[
              ...queueStates.map((value) => ({ value, label: t(`budgets.state_${value}`) })),
              { value: 'all' as const, label: t('budgets.allStates') },
            ]}
            onChange={(next) => {
              queue.change({ state: next, request: null });
              setSelected(new Set());
            }}
          />
        </div>
        <Button icon={FileText} onClick={() => setPrinting(true)}>
          {t('budgets.minutes')}
        </Button>
      </div>
      <QueryBoundary
        query={requests}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={{
          icon: Inbox,
          title: t('budgets.queueEmpty'),
          body: t('budgets.queueEmptyBody'),
        }}
      >
        {() => (
          <DataTable
            label={t('budgets.requests')}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ title }) => title}
            {...(isWaiting && { selected, onSelect: setSelected })}
            {...(isOpen && { openId: queue.request })}
            onOpen={({ id }) => open(id)}
            columns={[
              {
                id: 'request',
                label: t('budgets.request'),
                cell: (row) => (
                  <span className="grid gap-0.5">
                    <bdi className="font-medium wrap-anywhere">{row.title}</bdi>
                    <bdi className="font-normal text-ink-2 wrap-anywhere">
                      {row.club?.name ?? t('budgets.deletedClub')}
                    </bdi>
                  </span>
                ),
              },
              {
                id: 'asked',
                label: t('budgets.asked'),
                isEnd: true,
                phone: 'end',
                cell: ({ asked }) => <Amount money={asked} className="font-bold" />,
              },
              isWaiting
                ? {
                    id: 'wait',
                    label: t('budgets.waits'),
                    cell: (row) => <Wait row={row} now={now} words={ago} />,
                  }
                : {
                    id: 'date',
                    label: t('budgets.date'),
                    cell: (row) => date(row.submittedAt ?? row.createdAt, 'medium'),
                  },
              {
                id: 'step',
                label: t(isWaiting ? 'budgets.step' : 'budgets.status'),
                cell: (row) =>
                  isWaiting ? (
                    row.step && (
                      <bdi>{row.step.name === '' ? t('budgets.managersStep') : row.step.name}</bdi>
                    )
                  ) : (
                    <Pill tone={stateTones[row.state]}>{t(`budgets.state_${row.state}`)}</Pill>
                  ),
              },
              ...(rows.some(({ score }) => score !== null)
                ? [
                    {
                      id: 'score',
                      label: t('budgets.score'),
                      isEnd: true,
                      phone: 'none' as const,
                      cell: ({ score }: RequestItem) =>
                        score === null ? '–' : t('budgets.scoreValue', { score }),
                    },
                  ]
                : []),
              ...(rows.some(({ reviewing }) => reviewing !== null)
                ? [
                    {
                      id: 'reviewing',
                      label: t('budgets.openWith'),
                      phone: 'none' as const,
                      cell: ({ reviewing }: RequestItem) =>
                        reviewing && <Reviewer person={reviewing} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </QueryBoundary>
      <LoadMore query={requests} />
      {chosen.length > 0 && (
        <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
          <Button icon={Check} onClick={() => setDeciding('approve')}>
            {t('budgets.approve')}
          </Button>
          <Button icon={X} onClick={() => setDeciding('deny')}>
            {t('budgets.deny')}
          </Button>
        </BulkBar>
      )}
      {isPrinting && <MinutesDialog periods={periods} onClose={() => setPrinting(false)} />}
      {deciding !== null && (
        <BulkDialog
          requests={chosen}
          decision={deciding}
          onDone={() => setSelected(new Set())}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  );
}

/** The avatar of another reviewer who has the request open. */
function Reviewer({ person }: { person: NonNullable<RequestItem['reviewing']> }) {
  const { t } = useMessages();
  const text = t('budgets.reviewing', { name: nameOf(person) });
  return (
    <span title={text}>
      <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={1.75} alt={text} />
    </span>
  );
}

interface WaitProps {
  row: RequestItem;
  /** When the page opened. */
  now: number;
  words: (at: string) => string;
}

function Wait({ row, now, words }: WaitProps) {
  const since = row.waitingSince ?? row.submittedAt ?? row.createdAt;
  const isLong = now - new Date(since).getTime() > longDays * dayMs;
  return (
    <time dateTime={since} className={isLong ? 'font-bold text-warn' : ''}>
      {words(since)}
    </time>
  );
}

interface Reason {
  reason: string;
}
const { TextArea } = fieldsOf<Reason>();

interface BulkDialogProps {
  requests: readonly RequestItem[];
  decision: Extract<Decision, 'approve' | 'deny'>;
  onDone: () => void;
  onClose: () => void;
}

/** Decides several requests, one after another. Names those that were refused, with the reason. */
function BulkDialog({ requests, decision, onDone, onClose }: BulkDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly { title: string; why: string }[]>([]);
  const [isDone, setDone] = useState(false);
  const decideAll = async (reason: string) => {
    const refused: { title: string; why: string }[] = [];
    for (const { id, title } of requests)
      try {
        const { submission } = await client.fetchQuery({ ...requestQuery(id), staleTime: 0 });
        await call(decideSubmission, {
          id: submission?.id ?? '',
          version: submission?.version ?? 0,
          decision,
          reason,
        });
      } catch (error) {
        refused.push({ title, why: errorText(error, messages) });
      }
    return refused;
  };
  return (
    <FormDialog<Reason, { title: string; why: string }[]>
      title={t(decision === 'approve' ? 'budgets.bulkApproveTitle' : 'budgets.bulkDenyTitle', {
        count: requests.length,
      })}
      submitLabel={t(decision === 'approve' ? 'budgets.approve' : 'budgets.deny')}
      isDanger={decision === 'deny'}
      defaultValues={{ reason: '' }}
      staysOpen
      isComplete={() => !isDone}
      validate={({ reason }) => ({
        reason: decision === 'deny' && reason.trim() === '' ? t('budgets.wordMissing') : undefined,
      })}
      save={({ reason }) => decideAll(reason.trim())}
      invalidates={[...staleMoney, ...staleSubmission]}
      success={(refused) => t('budgets.bulkDone', { count: requests.length - refused.length })}
      onSuccess={(refused) => {
        setFailed(refused);
        setDone(true);
        if (refused.length > 0) return;
        onDone();
        onClose();
      }}
      onClose={() => {
        if (isDone) onDone();
        onClose();
      }}
    >
      <ul className="grid gap-1">
        {requests.map(({ id, title, asked }) => (
          <li key={id} className="flex justify-between gap-4">
            <bdi className="wrap-anywhere">{title}</bdi>
            <Amount money={asked} />
          </li>
        ))}
      </ul>
      <TextArea name="reason" label={t('budgets.word')} rows={3} maxLength={approvalLimits.text} />
      {failed.length > 0 && (
        <Note tone="warn" title={t('budgets.bulkFailed', { count: failed.length })}>
          <ul>
            {failed.map(({ title, why }) => (
              <li key={title} className="wrap-anywhere">
                <bdi>{title}</bdi>: {why}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </FormDialog>
  );
}
