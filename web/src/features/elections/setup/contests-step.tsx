import { ImagePlus, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Contest, ElectionSettings } from '#contract/elections/endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { useAction } from '../../../kit/use-action.ts';
import { isolate } from '../../../lib/apart.ts';
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
import { PicturesDialog } from './pictures-dialog.tsx';
import type { DraftContest } from './election-draft.ts';
import { useMoveKeys } from './use-move-keys.ts';
import type { ElectionWork } from './use-election-draft.ts';
import { Vote } from 'lucide-react';
import { MenuButton } from '../../../ui/menu.tsx';

/** Step 1: the title, and the contests with their candidates. */
export function ContestsStep({
  settings,
  work,
}: {
  settings: ElectionSettings;
  work: ElectionWork;
}) {
  const { t } = useMessages();
  const { draft, change } = work;
  const { contests } = draft;
  // Saving changes the ids of contests and candidates, but not their order.
  const [pictured, setPictured] = useState<number | null>(null);
  const shownContest = pictured === null ? undefined : settings.election.contests[pictured];
  const openPictures = useAction(
    async (index: number) => {
      await work.flush();
      return index;
    },
    { onSuccess: (_, index) => setPictured(index) },
  );
  const [edited, setEdited] = useState<DraftContest | 'new' | null>(null);
  const [moved, setMoved] = useState('');
  const moveKeys = useMoveKeys({
    ids: contests.map(({ key }) => key),
    onMove(from, to) {
      const [contest] = contests.slice(from, from + 1);
      if (contest === undefined) return;
      if (to !== from) change({ contests: contests.toSpliced(from, 1).toSpliced(to, 0, contest) });
      setMoved(
        t('elections.setup_movedContest', {
          title: contest.title,
          position: to + 1,
          count: contests.length,
        }),
      );
    },
  });
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
            <div {...moveKeys}>
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
                    stored={settings.election.contests.find(({ title }) => title === contest.title)}
                    onPictures={() => openPictures.run(contests.indexOf(contest))}
                    onEdit={() => setEdited(contest)}
                    onRemove={() =>
                      change({ contests: contests.filter(({ key }) => key !== contest.key) })
                    }
                  />
                )}
              </SortableList>
            </div>
            <p role="status" className="sr-only">
              {moved}
            </p>
            {contests.length > 1 && (
              <p className="pt-2 text-sm text-ink-2 touch:hidden">
                {t('elections.setup_moveHint', { up: isolate('Alt+↑'), down: isolate('Alt+↓') })}
              </p>
            )}
          </Card>
          <div className="justify-self-start">{add}</div>
        </>
      )}
      {shownContest !== undefined && (
        <PicturesDialog contest={shownContest} onClose={() => setPictured(null)} />
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
  /** The contest as it was saved last. */
  stored: Contest | undefined;
  onPictures: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function ContestRow({ contest, stored, onPictures, onEdit, onRemove }: ContestRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { title, kind, seats, candidates, allowsWriteIns } = contest;
  const photoOf = (one: DraftContest['candidates'][number]) =>
    stored?.candidates.find(({ uid, name }) => uid === one.uid && name === one.name)?.photoUrl ??
    one.photoUrl;
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
              ...(candidates.some(({ uid }) => uid === null)
                ? [
                    {
                      id: 'pictures',
                      label: t('elections.setup_choosePictures'),
                      icon: ImagePlus,
                    },
                  ]
                : []),
              {
                id: 'remove',
                label: t('elections.setup_remove'),
                icon: Trash2,
                isDanger: true,
              },
            ]}
            onAction={(id) => (id === 'pictures' ? onPictures() : onRemove())}
          />
        </span>
      </div>
      <p className="text-sm text-ink-2">{countSentence(contest, messages)}</p>
      {candidates.length > 0 && (
        <ul
          aria-label={t('elections.setup_candidatesOf', { title })}
          className="flex flex-wrap gap-1.5"
        >
          {candidates.slice(0, shown).map((one) => (
            <li
              key={`${one.uid ?? 'name'} ${one.name}`}
              className="flex min-h-9 max-w-full items-center gap-2 rounded-full bg-fill ps-1 pe-3 text-sm font-medium"
            >
              <Avatar name={one.name} photoUrl={photoOf(one)} size={1.75} />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {one.name}
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
