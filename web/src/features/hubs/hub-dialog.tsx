import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { ManagedHub } from '#contract/hubs/endpoints.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSchoolValues } from '../menus/menus.data.ts';
import { IconPicker } from '../menus/part-dialog.tsx';
import { saveHub, stale, type HubSettings } from './hubs.data.ts';

const emptySettings: HubSettings = {
  name: '',
  description: '',
  icon: null,
  isForEveryone: false,
  accountTypes: [],
  majors: [],
};
/** The server's limits (contract/src/hubs/endpoints.ts). */
const most = { name: 60, description: 160, rule: 50, value: 120 } as const;
const tags = { max: most.rule, maxLength: most.value };

const { TextField, Switch, OwnField } = fieldsOf<HubSettings>();
const { TagField } = ariaFieldsOf<HubSettings>();

function settingsOf(hub: ManagedHub): HubSettings {
  const { id: _, added: __, isArchived: ___, ...own } = hub;
  return own;
}

/** Creates a hub, or edits its texts and membership rules. */
export function HubDialog({ hub, onClose }: { hub: ManagedHub | null; onClose: () => void }) {
  const { t } = useMessages();
  const known = useSchoolValues();
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<HubSettings, ManagedHub>
      title={t(hub === null ? 'hubs.new' : 'hubs.edit')}
      submitLabel={t(hub === null ? 'hubs.make' : 'kit.save')}
      defaultValues={hub === null ? emptySettings : settingsOf(hub)}
      validate={({ name }) => ({ name: name.trim() === '' ? t('hubs.nameless') : undefined })}
      save={(settings) => saveHub({ id: hub?.id ?? null, clientId }, settings)}
      success={({ name }) => t(hub === null ? 'hubs.made' : 'hubs.changed', { name })}
      invalidates={stale}
      onClose={onClose}
    >
      {({ isForEveryone }) => (
        <>
          <TextField name="name" label={t('menus.name')} maxLength={most.name} />
          <TextField
            name="description"
            label={t('hubs.description')}
            maxLength={most.description}
            placeholder={t('hubs.descriptionHint')}
          />
          <OwnField name="icon">
            {({ value, onChange }) => (
              <IconPicker chosen={value ?? undefined} onChoose={(icon) => onChange(icon ?? null)} />
            )}
          </OwnField>
          <fieldset className="grid gap-4">
            <legend className="mb-1 text-sm font-bold">{t('hubs.who')}</legend>
            <Switch name="isForEveryone" label={t('menus.everyone')} />
            {!isForEveryone && (
              <>
                <TagField
                  name="accountTypes"
                  label={t('hubs.types')}
                  options={known.accountTypes}
                  {...tags}
                />
                <TagField name="majors" label={t('hubs.majors')} options={known.majors} {...tags} />
                <p className="text-sm text-ink-2">{t('hubs.whoBody')}</p>
              </>
            )}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
