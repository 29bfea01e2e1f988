import { useQuery } from '@tanstack/react-query';
import type { Attendee } from '#contract/events/attendees.endpoints.ts';
import { readAttendeeAnswers } from '#contract/events/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AnswersList } from '../forms/answers-list.tsx';
import { nameOf } from '../people/person.ts';

interface AnswersDialogProps {
  id: string;
  person: Attendee;
  onClose: () => void;
}

/** A person's answers to the registration questions. */
export function AnswersDialog({ id, person, onClose }: AnswersDialogProps) {
  const { t } = useMessages();
  const answers = useQuery(callQuery(readAttendeeAnswers, { id, uid: person.uid }));
  return (
    <Dialog title={t('events.answersOf', { name: nameOf(person) })} isOpen onClose={onClose}>
      <QueryBoundary query={answers} skeleton={['h-24']} isEmpty={() => false}>
        {({ answers: given }) =>
          given === null ? (
            <p className="text-ink-2">{t('events.noAnswers')}</p>
          ) : (
            <AnswersList {...given} />
          )
        }
      </QueryBoundary>
    </Dialog>
  );
}
