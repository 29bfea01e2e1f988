import type { ManagedKind } from '#contract/record/staff.endpoints.ts';
import { recordLimits as limits } from '#contract/record/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { createKind, updateKind } from '#contract/record/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { setupKey } from './record.data.ts';

interface Draft {
  name: string;
  description: string;
  source: 'none' | 'positions' | 'events';
  verifiers: readonly Face[];
}
const { TextField, Select } = fieldsOf<Draft>();
const { PersonPicker } = ariaFieldsOf<Draft>();

/** Edits an experience type: who verifies it, and what fills it automatically. */
export function KindDialog({ kind, onClose }: { kind: ManagedKind | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={t(kind === null ? 'recordSetup.newKind' : 'recordSetup.editKind')}
      submitLabel={t(kind === null ? 'recordSetup.create' : 'recordSetup.save')}
      defaultValues={{
        name: kind?.name ?? '',
        description: kind?.description ?? '',
        source: kind?.source ?? 'none',
        verifiers: kind?.verifiers ?? [],
      }}
      isComplete={({ name }) => name.trim() !== ''}
      errorFields={{ record_name_taken: 'name' }}
      save={({ source, verifiers, ...values }, clientId) => {
        const settings = {
          ...values,
          source: source === 'none' ? null : source,
          verifiers: verifiers.map(({ uid }) => uid),
        };
        return kind === null
          ? call(createKind, { clientId, ...settings })
          : call(updateKind, {
              id: kind.id,
              version: kind.version,
              ...settings,
            });
      }}
      updates={setupKey}
      success={t('recordSetup.saved')}
      onClose={onClose}
    >
      <TextField name="name" label={t('recordSetup.name')} maxLength={limits.name} required />
      <TextField
        name="description"
        label={t('recordSetup.description')}
        maxLength={limits.description}
      />
      <PersonPicker
        name="verifiers"
        label={t('recordSetup.verifiers')}
        description={t('recordSetup.verifiersHint')}
        max={limits.verifiers}
      />
      <Select
        name="source"
        label={t('recordSetup.source')}
        description={t('recordSetup.sourceHint')}
        options={(['none', 'positions', 'events'] as const).map((value) => ({
          value,
          label: t(`recordSetup.source_${value}`),
        }))}
      />
    </FormDialog>
  );
}
