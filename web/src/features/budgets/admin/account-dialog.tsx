import { useState } from 'react';
import { createClubAccount, updateClubAccount } from '#contract/budgets/calls.ts';
import type { ClubAccount } from '#contract/budgets/endpoints.ts';
import { budgetLimits, type AccountRole } from '#contract/budgets/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useClubSearch } from '../../../kit/use-club-search.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Combobox, type ComboOption } from '../../../ui/combobox.tsx';
import { staleMoney } from '../budgets.data.ts';
import { AccountField } from './account-field.tsx';

interface Draft {
  role: AccountRole;
  code: string;
  name: string;
  club: ComboOption | null;
  parent: string | null;
  carriesOver: boolean;
}
const { TextField, RadioGroup, Switch, OwnField } = fieldsOf<Draft>();

interface AccountDialogProps {
  /** Null for a new account. */
  account: ClubAccount | null;
  currency: string;
  onClose: () => void;
}

/** Creates or edits an account. Its type, club and currency stay. */
export function AccountDialog({ account, currency, onClose }: AccountDialogProps) {
  const { t } = useMessages();
  const own = account?.currency ?? currency;
  return (
    <FormDialog<Draft, ClubAccount>
      title={t(account === null ? 'budgets.newAccount' : 'budgets.editAccount')}
      submitLabel={t('budgets.save')}
      defaultValues={{
        role: account?.role ?? 'club',
        code: account?.code ?? '',
        name: account?.name ?? '',
        club: null,
        parent: account?.parent?.id ?? null,
        carriesOver: account?.carriesOver ?? true,
      }}
      validate={({ role, code, name, club }) => ({
        code: code.trim() === '' ? t('budgets.codeMissing') : undefined,
        name: name.trim() === '' ? t('budgets.nameMissing') : undefined,
        club:
          account === null && role === 'club' && club === null
            ? t('budgets.clubMissing')
            : undefined,
      })}
      errorFields={{ account_code_taken: 'code', account_parent: 'parent' }}
      save={({ role, code, name, club, parent, carriesOver }, clientId) =>
        account === null
          ? call(createClubAccount, {
              clientId,
              code: code.trim(),
              name: name.trim(),
              parent,
              currency,
              carriesOver,
              ...(role === 'club' ? { club: club?.id ?? null } : { role }),
            })
          : call(updateClubAccount, {
              id: account.id,
              version: account.version,
              code: code.trim(),
              name: name.trim(),
              parent,
              carriesOver,
            })
      }
      success={t('budgets.saved')}
      invalidates={staleMoney}
      onClose={onClose}
    >
      {({ role }) => (
        <>
          {account === null && (
            <RadioGroup
              name="role"
              label={t('budgets.type')}
              options={(['club', 'fund', 'group'] as const).map((value) => ({
                value,
                label: t(`budgets.role_${value}`),
                description: t(`budgets.roleAbout_${value}`),
              }))}
            />
          )}
          {account === null && role === 'club' && (
            <OwnField name="club">{(field) => <ClubField {...field} />}</OwnField>
          )}
          <TextField
            name="code"
            label={t('budgets.code')}
            description={t('budgets.codeHint')}
            dir="ltr"
            maxLength={budgetLimits.code}
          />
          <TextField name="name" label={t('budgets.name')} maxLength={budgetLimits.name} />
          <OwnField name="parent">
            {(field) => (
              <AccountField
                label={t('budgets.parent')}
                description={t('budgets.parentHint')}
                isOffered={(one) => one.id !== account?.id && one.currency === own}
                {...field}
              />
            )}
          </OwnField>
          {role !== 'group' && (
            <Switch
              name="carriesOver"
              label={t('budgets.carriesOver')}
              description={t('budgets.carriesOverHint')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ClubFieldProps {
  value: ComboOption | null;
  error: string | undefined;
  onChange: (value: ComboOption | null) => void;
}

function ClubField({ value, error, onChange }: ClubFieldProps) {
  const { t } = useMessages();
  const { options, search } = useClubSearch('');
  const [text, setText] = useState('');
  const known =
    value === null || options.some(({ id }) => id === value.id) ? options : [value, ...options];
  return (
    <Combobox
      label={t('budgets.club')}
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
