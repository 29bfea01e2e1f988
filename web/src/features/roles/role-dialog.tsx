import type { Role } from '#contract/roles/endpoints.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { permissionGroups } from './permission-groups.ts';
import { saveRole, stale, type RoleSettings } from './roles.data.ts';

/** The server's limit (contract/src/roles/endpoints.ts). */
const longestName = 60;

const { TextField, CheckboxGroup } = fieldsOf<RoleSettings>();

/** Creates a role, or edits its name and permissions. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<RoleSettings, Role>
      title={t(role === null ? 'roles.new' : 'roles.edit')}
      submitLabel={t(role === null ? 'roles.make' : 'kit.save')}
      defaultValues={{ name: role?.name ?? '', permissions: role?.permissions ?? [] }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('roles.nameless') : undefined })}
      errorFields={{ role_name_taken: 'name' }}
      save={(settings, clientId) => saveRole({ id: role?.id ?? null, clientId }, settings)}
      success={({ name }) => t(role === null ? 'roles.made' : 'roles.changed', { name })}
      invalidates={stale}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('roles.name')}
        maxLength={longestName}
        placeholder={t('roles.nameHint')}
      />
      {permissionGroups.map(({ group, permissions }) => (
        <CheckboxGroup
          key={group}
          name="permissions"
          label={t(`roles.group_${group}`)}
          options={permissions.map((one) => ({
            value: one,
            label: t(`roles.may_${one}`),
            description: t(`roles.about_${one}`),
          }))}
        />
      ))}
    </FormDialog>
  );
}
