import { useQuery } from '@tanstack/react-query';
import { remindOfDues } from '#contract/dues/calls.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { nameOf } from '../../people/person.ts';
import { duesReminder, staleDues } from '../dues.data.ts';

/** Names the members with unpaid dues before it reminds them. */
export function RemindDialog({ club, onClose }: { club: string; onClose: () => void }) {
  const { t } = useMessages();
  const preview = useQuery(duesReminder(club));
  const { count = 0, people = [] } = preview.data ?? {};
  const more = count - people.length;
  return (
    <FormDialog<object>
      size="sm"
      title={t('dues.remindTitle')}
      submitLabel={t('dues.remindSend')}
      defaultValues={{}}
      isComplete={() => count > 0}
      // Members whose dues became due since the preview aren't on the list, so they aren't reminded.
      save={() =>
        call(remindOfDues, {
          id: club,
          ...(more === 0 && { people: people.map(({ uid }) => uid) }),
        })
      }
      invalidates={staleDues}
      success={t('dues.reminded')}
      onClose={onClose}
    >
      <QueryBoundary query={preview} skeleton={['h-32']} isEmpty={() => false}>
        {() =>
          count === 0 ? (
            <p className="text-ink-2">{t('dues.remindNone')}</p>
          ) : (
            <div className="grid gap-3">
              <p className="text-ink-2 text-pretty">{t('dues.remindBody')}</p>
              <ul className="grid gap-2">
                {people.map((person) => (
                  <li key={person.uid} className="flex items-center gap-2.5">
                    <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
                    <bdi className="wrap-anywhere">{nameOf(person)}</bdi>
                  </li>
                ))}
              </ul>
              {more > 0 && (
                <p className="text-sm text-ink-2">{t('dues.remindMore', { count: more })}</p>
              )}
            </div>
          )
        }
      </QueryBoundary>
    </FormDialog>
  );
}
