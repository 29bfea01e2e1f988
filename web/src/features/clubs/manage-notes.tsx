import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import { createClubNote, listClubNotes } from '#contract/clubs/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Moment, Timeline } from '../../ui/timeline.tsx';
import { nameOf } from '../people/person.ts';

interface Draft {
  text: string;
}
const { TextArea } = fieldsOf<Draft>();

/** Staff notes about a club. Officers and members can't see them. */
export function ManageNotes({ id }: { id: string }) {
  const { t, date } = useMessages();
  const notes = useQuery(callQuery(listClubNotes, { id }));
  const [clientId, setClientId] = useState(() => newClientId());
  const form = useForm<Draft>({
    defaultValues: { text: '' },
    validate: ({ text }) => ({ text: text.trim() === '' ? t('clubs.noteless') : undefined }),
    save: ({ text }) => call(createClubNote, { id, clientId, text }),
    savedValues: () => ({ text: '' }),
    success: t('clubs.noteSaved'),
    invalidates: [listClubNotes],
    onSuccess: () => setClientId(newClientId()),
  });
  return (
    <div className="grid max-w-3xl gap-6">
      <Form form={form}>
        <TextArea
          name="text"
          label={t('clubs.note')}
          description={t('clubs.noteHint')}
          rows={3}
          maxLength={clubLimits.note}
        />
        <FormError form={form} />
        <div className="flex">
          <SubmitButton form={form}>{t('clubs.noteSave')}</SubmitButton>
        </div>
      </Form>
      <QueryBoundary query={notes} empty={{ icon: NotebookPen, title: t('clubs.notesNone') }}>
        {({ items }) => (
          <Timeline label={t('clubs.section_notes')}>
            {items.map((note) => (
              <Moment
                key={note.id}
                icon={NotebookPen}
                title={
                  note.author === null ? t('clubs.noteNobody') : <bdi>{nameOf(note.author)}</bdi>
                }
                when={date(note.at, 'moment')}
              >
                <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-ink">
                  {note.text}
                </p>
              </Moment>
            ))}
          </Timeline>
        )}
      </QueryBoundary>
    </div>
  );
}
