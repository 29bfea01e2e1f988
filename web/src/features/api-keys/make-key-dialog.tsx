import { useState } from 'react';
import {
  personalScopes,
  schoolScopes,
  type PersonalScope,
  type SchoolScope,
} from '#contract/api-keys/scopes.ts';
import { createOwnKey, createSchoolKey } from '#contract/api-keys/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { SecretDialog } from '../../kit/secret-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { keyLists } from './api-keys.data.ts';

const lives = ['30', '90', '180', '365'] as const;
type Life = (typeof lives)[number] | 'never';

interface Wish {
  name: string;
  scopes: (SchoolScope | PersonalScope)[];
  life: Life;
}

const firstWish = (owner: 'school' | 'own', only?: SchoolScope): Wish =>
  owner === 'own'
    ? { name: '', scopes: ['read'], life: '90' }
    : { name: '', scopes: only === undefined ? [] : [only], life: 'never' };

/** Creates a key and returns its token. */
const make = async (
  owner: 'school' | 'own',
  { name, scopes, life }: Wish,
  clientId: string,
): Promise<string> => {
  if (owner === 'school') {
    const expiry = life === 'never' ? {} : { expiresInDays: Number(life) };
    return (
      await call(createSchoolKey, {
        clientId,
        name,
        scopes: schoolScopes.filter((one) => scopes.includes(one)),
        ...expiry,
      })
    ).token;
  }
  // Personal keys always expire, so "never" is not an option.
  const wish = {
    clientId,
    name,
    scopes: personalScopes.filter((one) => scopes.includes(one)),
    expiresInDays: Number(life),
  };
  return (await call(createOwnKey, wish)).token;
};

/** Creates a key and shows it once. With `only`, that scope is fixed and there is no choice. */
interface MakeKeyDialogProps {
  owner: 'school' | 'own';
  only?: SchoolScope;
  onClose: () => void;
}

const { TextField, Select, CheckboxGroup, OwnField } = fieldsOf<Wish>();

export function MakeKeyDialog({ owner, only, onClose }: MakeKeyDialogProps) {
  const { t } = useMessages();
  const [token, setToken] = useState<string | null>(null);
  const { confirmed, dialog } = useConfirmation();
  if (token !== null)
    return (
      <SecretDialog
        title={t('keys.shown')}
        body={t('keys.shownBody')}
        label={t('keys.token')}
        done={t('keys.kept')}
        secret={token}
        onClose={onClose}
      />
    );
  return (
    <>
      <FormDialog<Wish, string>
        size={owner === 'school' && only === undefined ? 'lg' : 'sm'}
        title={t('keys.make')}
        submitLabel={t('keys.make')}
        defaultValues={firstWish(owner, only)}
        isComplete={({ name, scopes }) => name.trim() !== '' && scopes.length > 0}
        save={(wish, clientId) =>
          confirmed(() => make(owner, { ...wish, name: wish.name.trim() }, clientId))
        }
        invalidates={keyLists}
        onSuccess={setToken}
        staysOpen
        onClose={onClose}
      >
        <TextField
          name="name"
          label={t('keys.name')}
          description={t('keys.nameBody')}
          maxLength={80}
          autoComplete="off"
        />
        {only === undefined && owner === 'school' && (
          <CheckboxGroup
            name="scopes"
            label={t('keys.scopes')}
            options={schoolScopes.map((scope) => ({
              value: scope,
              label: t(`keys.scope_${scope}`),
              description: t(`keys.scope_${scope}Body`),
            }))}
          />
        )}
        {only === undefined && owner === 'own' && (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 text-sm font-bold">{t('keys.scopes')}</legend>
            <OwnField name="scopes">
              {({ value, onChange }) => (
                <Segmented
                  isBlock
                  label={t('keys.scopes')}
                  value={value.includes('write') ? 'write' : 'read'}
                  options={[
                    { value: 'read', label: t('keys.readOnly') },
                    { value: 'write', label: t('keys.readWrite') },
                  ]}
                  onChange={(choice) => onChange(choice === 'write' ? ['read', 'write'] : ['read'])}
                />
              )}
            </OwnField>
          </fieldset>
        )}
        <Select
          name="life"
          label={t('keys.expiry')}
          options={[
            ...lives.map((life) => ({
              value: life,
              label: t('keys.days', { count: Number(life) }),
            })),
            ...(owner === 'school' ? [{ value: 'never' as const, label: t('keys.never') }] : []),
          ]}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
