import type { Call } from '#contract/call.ts';
import type { StorageUser } from '#contract/storage/endpoints.ts';
import { storageLimits, storageMegabyte } from '#contract/storage/limits.ts';
import { updatePersonStorage } from '#contract/storage/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';

interface Draft {
  megabytes: number | null;
}
const { NumberField } = ariaFieldsOf<Draft>();

interface PersonLimitDialogProps {
  user: StorageUser;
  stale: readonly Call[];
  onClose: () => void;
}

/** Changes one person's limit, which replaces the limit per person. */
export function PersonLimitDialog({ user, stale, onClose }: PersonLimitDialogProps) {
  const { t } = useMessages();
  const { person, limit, hasOwnLimit } = user;
  return (
    <FormDialog<Draft>
      title={t('storage.ownLimitTitle', { name: nameOf(person) })}
      size="sm"
      submitLabel={t('storage.save')}
      defaultValues={{ megabytes: hasOwnLimit ? Math.floor(limit / storageMegabyte) : null }}
      save={({ megabytes }) => call(updatePersonStorage, { uid: person.uid, megabytes })}
      invalidates={stale}
      success={t('storage.ownLimitSaved')}
      onClose={onClose}
    >
      <NumberField
        name="megabytes"
        label={t('storage.ownLimitLabel')}
        description={t('storage.ownLimitHint')}
        min={0}
        max={storageLimits.personMost}
      />
    </FormDialog>
  );
}
