import { getLocalTimeZone } from '@internationalized/date';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { createElection } from '#contract/elections/calls.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useClubSearch } from '../../kit/use-club-search.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Combobox, type ComboOption } from '../../ui/combobox.tsx';
import { staleElections } from './elections.data.ts';

interface NewDraft {
  title: string;
  scope: 'school' | 'club';
  club: ComboOption | null;
}

const { TextField, RadioGroup, OwnField } = fieldsOf<NewDraft>();

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Returns a full hour some days from now. */
const inDays = (days: number): string =>
  new Date(Math.ceil((Date.now() + days * dayMs) / hourMs) * hourMs).toISOString();
const opensInDays = 7;
const closesInDays = 11;

interface NewElectionProps {
  /** Without a club, the user selects the school or a club. */
  club?: { readonly id: string };
  onClose: () => void;
}

/** Creates a draft and opens its set-up. */
export function NewElection({ club, onClose }: NewElectionProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <FormDialog<NewDraft, Election>
      title={t('elections.list_new')}
      submitLabel={t('elections.list_create')}
      defaultValues={{ title: '', scope: 'school', club: null }}
      validate={({ title, scope, club: chosen }) => ({
        title: title.trim() === '' ? t('elections.list_untitled') : undefined,
        club:
          club === undefined && scope === 'club' && chosen === null
            ? t('elections.list_noClub')
            : undefined,
      })}
      save={({ title, scope, club: chosen }, clientId) =>
        call(createElection, {
          clientId,
          title: title.trim(),
          club: club?.id ?? (scope === 'club' ? (chosen?.id ?? null) : null),
          isDraft: true,
          opensAt: inDays(opensInDays),
          closesAt: inDays(closesInDays),
          timeZone: getLocalTimeZone(),
          voters: { members: true },
          contests: [],
        })
      }
      invalidates={staleElections}
      onSuccess={({ id }) => navigate({ to: paths.electionSetup, params: { electionId: id } })}
      onClose={onClose}
    >
      {({ scope }) => (
        <>
          <TextField
            name="title"
            label={t('elections.list_name')}
            placeholder={t('elections.list_namePlaceholder')}
            maxLength={electionLimits.title}
          />
          {club === undefined && (
            <RadioGroup
              name="scope"
              label={t('elections.list_for')}
              options={[
                { value: 'school', label: t('elections.list_school') },
                { value: 'club', label: t('elections.list_oneClub') },
              ]}
            />
          )}
          {club === undefined && scope === 'club' && (
            <OwnField name="club">{(field) => <ClubField {...field} />}</OwnField>
          )}
        </>
      )}
    </FormDialog>
  );
}

function ClubField({
  value,
  error,
  onChange,
}: {
  value: ComboOption | null;
  error: string | undefined;
  onChange: (value: ComboOption | null) => void;
}) {
  const { t } = useMessages();
  const { options, search } = useClubSearch('');
  const [text, setText] = useState(value?.label ?? '');
  const known =
    value === null || options.some(({ id }) => id === value.id) ? options : [value, ...options];
  return (
    <Combobox
      label={t('elections.list_club')}
      error={error}
      options={known}
      value={value?.id ?? null}
      search={{
        ...search,
        text,
        onText(next) {
          setText(next);
          search.onText(next);
        },
      }}
      onChange={(id) => {
        const found = known.find((one) => one.id === id) ?? null;
        setText(found?.label ?? '');
        onChange(found);
      }}
    />
  );
}
