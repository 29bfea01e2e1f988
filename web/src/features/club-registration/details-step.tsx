import { useQuery } from '@tanstack/react-query';
import type { Application } from '#contract/club-registration/endpoints.ts';
import { clubLimits, membershipModes } from '#contract/clubs/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { labelsQuery } from './club-registration.data.ts';
import type { ApplicationWork } from './use-application-draft.ts';

interface DetailsStepProps {
  application: Application;
  work: ApplicationWork;
}

/** A club's name, purpose and membership setting. */
export function DetailsStep({ application, work }: DetailsStepProps) {
  const { t } = useMessages();
  const { draft, change } = work;
  const labels = useQuery(labelsQuery()).data?.items ?? [];
  const types = labels.filter(({ list }) => list === 'types');
  const categories = labels.filter(({ list }) => list === 'categories');
  const isNew = application.kind === 'registration';
  return (
    <div className="grid gap-5">
      <TextField
        label={t('clubRegistration.name')}
        value={draft.name}
        maxLength={clubLimits.name}
        onChange={(name) => change({ name })}
      />
      <TextArea
        label={t('clubRegistration.description')}
        description={t('clubRegistration.descriptionHint')}
        value={draft.description}
        maxLength={clubLimits.description}
        rows={3}
        onChange={(description) => change({ description })}
      />
      <RadioGroup
        label={t('clubRegistration.membership')}
        value={draft.membership}
        options={membershipModes.map((value) => ({
          value,
          label: t(`clubRegistration.membership_${value}`),
        }))}
        onChange={(membership) => change({ membership })}
      />
      {isNew && types.length > 0 && (
        <div className="max-w-sm">
          <Select
            label={t('clubRegistration.type')}
            value={draft.type ?? ''}
            options={[
              { value: '', label: t('clubRegistration.typeNone') },
              ...types.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(type) => change({ type: type === '' ? null : type })}
          />
        </div>
      )}
      {isNew && categories.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-bold">{t('clubRegistration.categories')}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {categories.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                isChecked={draft.categories.includes(id)}
                isDisabled={
                  !draft.categories.includes(id) &&
                  draft.categories.length >= clubLimits.labelsOfClub
                }
                onChange={(isChecked) =>
                  change({
                    categories: isChecked
                      ? [...draft.categories, id]
                      : draft.categories.filter((one) => one !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
