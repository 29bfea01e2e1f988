import {
  BellRing,
  CalendarCheck,
  HeartHandshake,
  MoreHorizontal,
  Pencil,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { RecordEntry } from '#contract/record/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FileIcon } from '../../ui/file-row.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useEntryActs } from './record.data.ts';
import { hoursOf, spanText, stateLooks, titleOf } from './record-words.ts';

/** The status next to the title, and who has to verify it. */
export function EntryState({ entry }: { entry: RecordEntry }) {
  const { t, date, list } = useMessages();
  const { state, verifiedBy, verifiedAt, waitsFor } = entry;
  const look = stateLooks[state];
  const words =
    state === 'verified'
      ? t('record.verifiedBy', {
          name: verifiedBy === '' ? t('record.school') : verifiedBy,
          date: verifiedAt === null ? '' : date(verifiedAt, 'short'),
        })
      : state === 'waiting' && waitsFor.length > 0
        ? t('record.waitsFor', { names: list(waitsFor) })
        : t(`record.state_${state}`);
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {words}
    </Pill>
  );
}

/** The facts of an experience: verification, organization, dates and hours. */
export function EntryFacts({ entry }: { entry: RecordEntry }) {
  const messages = useMessages();
  const { t } = messages;
  const facts = [
    entry.organization,
    spanText(messages, entry),
    entry.minutes > 0 ? t('record.hours', { hours: hoursOf(entry.minutes) }) : '',
  ].filter((fact) => fact !== '');
  return (
    <p className="text-sm text-ink-2 wrap-anywhere">
      {facts.map((fact, nth) => (
        <span key={fact}>
          {nth > 0 && <span aria-hidden> • </span>}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

/** One of the user's experiences, with its actions. */
export function EntryRow({ entry, onEdit }: { entry: RecordEntry; onEdit: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { submit, withdraw, remove, remind } = useEntryActs();
  const { can, club, state, source, summary, reason, competencies, files } = entry;
  const title = titleOf(messages, entry);
  const [now] = useState(() => Date.now());
  const items = [
    ...(can.update
      ? [
          {
            id: 'edit' as const,
            label: t(source === 'own' ? 'record.edit' : 'record.addReflection'),
            icon: Pencil,
          },
        ]
      : []),
    ...(entry.remindAt !== null && Date.parse(entry.remindAt) <= now
      ? [{ id: 'remind' as const, label: t('approvals.remind'), icon: BellRing }]
      : []),
    ...(can.withdraw && state === 'waiting'
      ? [{ id: 'withdraw' as const, label: t('record.withdraw'), icon: Undo2 }]
      : []),
    ...(can.delete
      ? [{ id: 'delete' as const, label: t('record.delete'), icon: Trash2, isDanger: true }]
      : []),
  ];
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      {club === null ? (
        <span className="grid size-11 place-items-center rounded-control bg-fill text-ink-2">
          {source === 'events' ? (
            <CalendarCheck size={22} strokeWidth={1.75} aria-hidden />
          ) : (
            <HeartHandshake size={22} strokeWidth={1.75} aria-hidden />
          )}
        </span>
      ) : (
        <Avatar name={club.name} photoUrl={club.logoUrl} size={2.75} shape="square" />
      )}
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 dir="auto" className="page-start text-base wrap-anywhere max-md:me-9">
            <Link to={paths.experience} params={{ entryId: entry.id }} className="hover:underline">
              {title}
            </Link>
          </h3>
          <EntryState entry={entry} />
        </div>
        <EntryFacts entry={entry} />
        {summary !== '' && (
          <p dir="auto" className="page-start wrap-anywhere">
            {summary}
          </p>
        )}
        {reason !== '' && (
          <p className="text-sm text-bad">
            <bdi>“{reason}”</bdi>
          </p>
        )}
        {(competencies.length > 0 || files.length > 0) && (
          <CompetenciesAndFiles competencies={competencies} files={files} />
        )}
        {can.submit && (
          <SubmitButtons
            state={state}
            onEdit={onEdit}
            title={title}
            isPending={submit.isPending}
            onSubmit={() => submit.run(entry)}
          />
        )}
      </div>
      {items.length > 0 ? (
        // On phones, the menu is only next to the title, so that the lines below span the whole row.
        <span className="max-md:absolute max-md:-inset-e-2 max-md:top-2">
          <MenuButton
            label={t('record.moreOf', { title })}
            icon={MoreHorizontal}
            variant="quiet"
            items={items}
            onAction={(action) => {
              if (action === 'edit') onEdit();
              else if (action === 'remind') remind.run(entry);
              else if (action === 'withdraw') withdraw.run(entry);
              else remove.run(entry);
            }}
          />
        </span>
      ) : (
        <span className="max-md:hidden" />
      )}
    </li>
  );
}

interface SubmitButtonsProps {
  state: 'denied' | 'revoked' | 'self_reported' | 'sent_back' | 'verified' | 'waiting';
  onEdit: () => void;
  title: string;
  isPending: boolean;
  onSubmit: () => void;
}

function SubmitButtons({ state, onEdit, title, isPending, onSubmit }: SubmitButtonsProps) {
  const { t } = useMessages();
  const submitWords = t(state === 'self_reported' ? 'record.submit' : 'record.submitAgain');
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'sent_back' && (
        <Button size="sm" icon={Pencil} onClick={onEdit}>
          {t('record.correct')}
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        icon={Send}
        label={t('record.submitOf', { act: submitWords, title })}
        isPending={isPending}
        onClick={onSubmit}
      >
        {submitWords}
      </Button>
    </div>
  );
}

function CompetenciesAndFiles({
  competencies,
  files,
}: {
  competencies: RecordEntry['competencies'];
  files: RecordEntry['files'];
}) {
  const { t } = useMessages();
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('record.competencies')}>
      {competencies.map(({ id, name }) => (
        <li key={id} className="rounded-[6px] bg-fill px-2.5 py-1 text-sm">
          <bdi>{name}</bdi>
        </li>
      ))}
      {files.map((file) => (
        <li key={file.id}>
          <a
            href={file.url}
            download={file.name}
            className="inline-flex max-w-full items-center gap-1.5 rounded-[6px] border border-line px-2 py-0.5 text-sm text-brand-text hover:underline"
          >
            <FileIcon name={file.name} />
            <bdi className="truncate">{file.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
