import { useState, type FormEvent } from 'react';
import type { ManagedHub } from '#contract/hubs.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TagField } from '../../ui/tag-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSchoolValues } from '../menus/menus.data.ts';
import { IconPicker } from '../menus/part-dialog.tsx';
import { saveHub, type HubSettings } from './hubs.data.ts';

const nothing: HubSettings = {
  name: '',
  description: '',
  icon: null,
  isForEveryone: false,
  accountTypes: [],
  majors: [],
};
/** The server's own limits (contract/src/hubs.ts). */
const most = { name: 60, description: 160, rule: 50, value: 120 } as const;

/** A new hub, or what one says of itself and of who belongs. */
export function HubDialog({ hub, onClose }: { hub: ManagedHub | null; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const known = useSchoolValues();
  const [settings, setSettings] = useState<HubSettings>(() => {
    if (hub === null) return nothing;
    const { id: _, added: __, isArchived: ___, ...own } = hub;
    return own;
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const set = (part: Partial<HubSettings>) => setSettings((now) => ({ ...now, ...part }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (settings.name.trim() === '') return setFailure(t('hubs.nameless'));
    setSaving(true);
    setFailure(null);
    try {
      const saved = await saveHub(hub?.id ?? null, settings);
      showToast({ message: t(hub === null ? 'hubs.made' : 'hubs.changed', { name: saved.name }) });
      onClose();
    } catch (error) {
      setFailure(errorText(error, messages));
      setSaving(false);
    }
  }

  return (
    <Dialog
      title={t(hub === null ? 'hubs.new' : 'hubs.edit')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('menus.cancel')}</Button>
          <Button variant="primary" type="submit" form="hub" isPending={isSaving}>
            {t(hub === null ? 'hubs.make' : 'profile.save')}
          </Button>
        </>
      }
    >
      <form id="hub" onSubmit={(event) => void save(event)} className="grid gap-5" noValidate>
        <TextField
          label={t('menus.name')}
          value={settings.name}
          maxLength={most.name}
          error={failure ?? undefined}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={t('hubs.description')}
          value={settings.description}
          maxLength={most.description}
          placeholder={t('hubs.descriptionHint')}
          onChange={(description) => set({ description })}
        />
        <IconPicker
          chosen={settings.icon ?? undefined}
          onChoose={(icon) => set({ icon: icon ?? null })}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-1 text-sm font-bold">{t('hubs.who')}</legend>
          <Switch
            label={t('menus.everyone')}
            isOn={settings.isForEveryone}
            onChange={(isForEveryone) => set({ isForEveryone })}
          />
          {!settings.isForEveryone && (
            <>
              <TagField
                label={t('hubs.types')}
                values={settings.accountTypes}
                options={known.accountTypes}
                onChange={(accountTypes) => set({ accountTypes })}
                max={most.rule}
                maxLength={most.value}
              />
              <TagField
                label={t('hubs.majors')}
                values={settings.majors}
                options={known.majors}
                onChange={(majors) => set({ majors })}
                max={most.rule}
                maxLength={most.value}
              />
              <p className="text-sm text-ink-2">{t('hubs.whoBody')}</p>
            </>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}
