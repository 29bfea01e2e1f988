import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { electionLimits } from '#contract/elections/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { ContestDialog } from './contest-dialog.tsx';
import { countSentence } from './contest-text.ts';
import type { DraftContest } from './election-draft.ts';
import type { ElectionWork } from './use-election-draft.ts';
import { Vote } from 'lucide-react';
import { MenuButton } from '../../../ui/menu.tsx';

/** Step 1: the title, and the contests with their candidates. */
export function ContestsStep({ work }: { work: ElectionWork }) {
  const { t } = useMessages();
  const { draft, change } = work;
  const { contests } = draft;
  const [edited, setEdited] = useState<DraftContest | 'new' | null>(null);
  const add = (
    <Button
      icon={Plus}
      variant="soft"
      disabled={contests.length >= electionLimits.contests}
      onClick={() => setEdited('new')}
    >
      {t('elections.setup_addContest')}
    </Button>
  );
  const keep = (contest: DraftContest) =>
    change({
      contests: contests.some(({ key }) => key === contest.key)
        ? contests.map((one) => (one.key === contest.key ? contest : one))
        : [...contests, contest],
    });
  return (
    <>
      <Card>
        <div className="grid gap-5">
          <TextField
            label={t('elections.list_name')}
            value={draft.title}
            maxLength={electionLimits.title}
            error={draft.title.trim() === '' ? t('elections.list_untitled') : undefined}
            onChange={(title) => change({ title })}
          />
          <TextArea
            label={t('elections.setup_description')}
            rows={2}
            value={draft.description}
            maxLength={electionLimits.description}
            onChange={(description) => change({ description })}
          />
        </div>
      </Card>
      {contests.length === 0 ? (
        <Card>
          <EmptyState icon={Vote} title={t('elections.setup_noContests')} action={add}>
            {t('elections.setup_noContestsBody')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Card>
            <SortableList
              label={t('elections.setup_step_contests')}
              items={contests}
              idOf={({ key }) => key}
              nameOf={({ title }) => title}
              onSort={(next) => change({ contests: next })}
            >
              {(contest) => (
                <ContestRow
                  contest={contest}
                  onEdit={() => setEdited(contest)}
                  onRemove={() =>
                    change({ contests: contests.filter(({ key }) => key !== contest.key) })
                  }
                />
              )}
            </SortableList>
          </Card>
          <div className="justify-self-start">{add}</div>
        </>
      )}
      {edited !== null && (
        <ContestDialog
          contest={edited === 'new' ? null : edited}
          onSave={keep}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** Number of candidates that a contest shows by name. */
const shown = 6;

interface ContestRowProps {
  contest: DraftContest;
  onEdit: () => void;
  onRemove: () => void;
}

function ContestRow({ contest, onEdit, onRemove }: ContestRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { title, kind, seats, candidates, allowsWriteIns } = contest;
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 dir="auto" className="page-start min-w-0 text-base! wrap-anywhere">
          {title}
        </h3>
        <Pill>
          {kind === 'yes_no'
            ? t('elections.setup_kind_yes_no')
            : t('elections.setup_kindAndSeats', {
                kind: t(`elections.setup_kind_${kind}`),
                seats: t('elections.setup_seatCount', { count: seats }),
              })}
        </Pill>
        <span className="ms-auto flex">
          <IconButton
            size="sm"
            icon={Pencil}
            label={t('elections.setup_edit', { title })}
            onClick={onEdit}
          />
          <MenuButton
            size="sm"
            variant="quiet"
            icon={MoreHorizontal}
            label={t('elections.setup_more', { title })}
            items={[
              {
                id: 'remove',
                label: t('elections.setup_remove'),
                icon: Trash2,
                isDanger: true,
              },
            ]}
            onAction={onRemove}
          />
        </span>
      </div>
      <p className="text-sm text-ink-2">{countSentence(contest, messages)}</p>
      {candidates.length > 0 && (
        <ul
          aria-label={t('elections.setup_candidatesOf', { title })}
          className="flex flex-wrap gap-1.5"
        >
          {candidates.slice(0, shown).map(({ uid, name, photoUrl }) => (
            <li
              key={`${uid ?? 'name'} ${name}`}
              className="flex min-h-9 max-w-full items-center gap-2 rounded-full bg-fill ps-1 pe-3 text-sm font-medium"
            >
              <Avatar name={name} photoUrl={photoUrl} size={1.75} />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
            </li>
          ))}
          {candidates.length > shown && (
            <li className="self-center text-sm text-ink-2">
              {t('elections.setup_moreCandidates', { count: candidates.length - shown })}
            </li>
          )}
        </ul>
      )}
      {kind !== 'yes_no' && (candidates.length === 0 || allowsWriteIns) && (
        <p className="text-sm text-ink-2">
          {[
            ...(candidates.length === 0 ? [t('elections.setup_noCandidates')] : []),
            ...(allowsWriteIns ? [t('elections.setup_writeIns')] : []),
          ].join(' • ')}
        </p>
      )}
    </div>
  );
}
