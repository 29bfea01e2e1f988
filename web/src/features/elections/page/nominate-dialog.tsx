import { nominate } from '#contract/elections/calls.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { staleElections } from '../elections.data.ts';

interface Draft {
  contest: string;
  who: 'other' | 'me';
  people: readonly Face[];
  statement: string;
}

const { Select, RadioGroup, TextArea } = fieldsOf<Draft>();
const { PersonPicker } = ariaFieldsOf<Draft>();

/** Nominates another person, or the user with a statement. */
export function NominateDialog({ election, onClose }: { election: Election; onClose: () => void }) {
  const { t } = useMessages();
  const { uid: me } = useUser();
  const contests = election.contests.filter(({ kind }) => kind !== 'yes_no');
  return (
    <FormDialog<Draft>
      title={t('elections.nominate')}
      submitLabel={t('elections.nominate')}
      defaultValues={{ contest: contests[0]?.id ?? '', who: 'other', people: [], statement: '' }}
      validate={({ who, people }) =>
        who === 'other' && people.length === 0 ? { people: t('elections.chooseSomeone') } : {}
      }
      save={({ contest, who, people, statement }, clientId) =>
        call(nominate, {
          id: election.id,
          clientId,
          contest,
          uid: who === 'me' ? me : (people[0]?.uid ?? ''),
          ...(who === 'me' && { statement: statement.trim() }),
        })
      }
      invalidates={staleElections}
      success={t('elections.nominatedNow')}
      errorFields={{ nominated_already: 'people' }}
      onClose={onClose}
    >
      {({ who }) => (
        <>
          <Select
            name="contest"
            label={t('elections.contest')}
            options={contests.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <RadioGroup
            name="who"
            label={t('elections.nominee')}
            options={[
              { value: 'other', label: t('elections.someone') },
              { value: 'me', label: t('elections.myself') },
            ]}
          />
          {who === 'other' ? (
            <PersonPicker
              name="people"
              label={t('elections.person')}
              description={t('elections.personBody')}
              max={1}
            />
          ) : (
            <TextArea
              name="statement"
              label={t('elections.statement')}
              description={t('elections.statementBody')}
              rows={6}
              maxLength={electionLimits.statement}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
