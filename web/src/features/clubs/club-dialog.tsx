import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import { clubLimits, membershipModes, type MembershipMode } from '#contract/clubs/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { createClub } from '#contract/clubs/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { staleClub } from './clubs.data.ts';

interface Draft {
  name: string;
  description: string;
  membership: MembershipMode;
  president: readonly Face[];
}
const { TextField, RadioGroup } = fieldsOf<Draft>();
const { PersonPicker } = ariaFieldsOf<Draft>();

/** Creates a club. Everything else can be added in its settings. */
export function ClubDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  // A retry after a lost reply doesn't create a second club.
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft, ClubLayout>
      title={t('clubs.new')}
      submitLabel={t('clubs.create')}
      defaultValues={{ name: '', description: '', membership: 'open', president: [] }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('clubs.nameless') : undefined })}
      save={({ president: [president], ...club }) =>
        call(createClub, {
          clientId,
          ...club,
          ...(president && { president: president.uid }),
        })
      }
      success={({ name }) => t('clubs.created', { name })}
      invalidates={staleClub}
      onSuccess={({ id }) =>
        navigate({ to: paths.manageClub, params: { clubId: id }, search: { section: 'settings' } })
      }
      onClose={onClose}
    >
      <TextField name="name" label={t('clubs.name')} maxLength={clubLimits.name} />
      <TextField
        name="description"
        label={t('clubs.description')}
        maxLength={clubLimits.description}
      />
      <RadioGroup
        name="membership"
        label={t('clubs.whoJoins')}
        options={membershipModes.map((value) => ({ value, label: t(`clubs.who_${value}`) }))}
      />
      <PersonPicker name="president" label={t('clubs.president')} max={1} />
    </FormDialog>
  );
}
