import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import {
  personalScopes,
  schoolScopes,
  type PersonalScope,
  type SchoolScope,
} from '#contract/scopes.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { refreshKeys } from './api-keys.data.ts';

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

/** Makes the key; answers its token. */
const make = async (owner: 'school' | 'own', { name, scopes, life }: Wish): Promise<string> => {
  if (owner === 'school') {
    const expiry = life === 'never' ? {} : { expiresInDays: Number(life) };
    return (
      await call('POST /api/v1/api-keys', {
        name,
        scopes: schoolScopes.filter((one) => scopes.includes(one)),
        ...expiry,
      })
    ).token;
  }
  // A key of one's own always expires: "never" is not among its choices.
  const wish = {
    name,
    scopes: personalScopes.filter((one) => scopes.includes(one)),
    expiresInDays: Number(life),
  };
  return (await call('POST /api/v1/account/api-keys', wish)).token;
};

/** Asks what the key is for, then shows it: here and never again. `only`: it is for that alone, and nobody is asked. */
interface MakeKeyDialogProps {
  owner: 'school' | 'own';
  only?: SchoolScope;
  isOpen: boolean;
  onClose: () => void;
}

export function MakeKeyDialog({ owner, only, isOpen, onClose }: MakeKeyDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const formId = useId();
  const [wish, setWish] = useState(() => firstWish(owner, only));
  const made = useMutation({
    mutationFn: (given: Wish) => make(owner, given),
    onSuccess: refreshKeys,
  });
  const isWhole = wish.name.trim() !== '' && wish.scopes.length > 0;
  const close = () => {
    onClose();
    setWish(firstWish(owner, only));
    made.reset();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWhole && !made.isPending) made.mutate({ ...wish, name: wish.name.trim() });
  }
  const token = made.data;
  if (token !== undefined)
    return (
      <Dialog
        role="alertdialog"
        size="md"
        title={t('keys.shown')}
        isOpen={isOpen}
        onClose={close}
        footer={
          <Button variant="primary" onClick={close}>
            {t('keys.kept')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <p>{t('keys.shownBody')}</p>
          <CopyField label={t('keys.token')} value={token} />
        </div>
      </Dialog>
    );
  return (
    <Dialog
      size="sm"
      title={t('keys.make')}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('imports.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!isWhole}
            isPending={made.isPending}
          >
            {t('keys.make')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('keys.name')}
          description={t('keys.nameBody')}
          maxLength={80}
          autoComplete="off"
          value={wish.name}
          onChange={(name) => setWish({ ...wish, name })}
          error={made.isError ? errorText(made.error, messages) : undefined}
        />
        {only === undefined && (
          <ScopeChoice
            owner={owner}
            scopes={wish.scopes}
            onChange={(scopes) => setWish({ ...wish, scopes })}
          />
        )}
        <Select<Life>
          label={t('keys.expiry')}
          value={wish.life}
          options={[
            ...lives.map((life) => ({
              value: life,
              label: t('keys.days', { count: Number(life) }),
            })),
            ...(owner === 'school' ? [{ value: 'never' as const, label: t('keys.never') }] : []),
          ]}
          onChange={(life) => setWish({ ...wish, life })}
        />
      </form>
    </Dialog>
  );
}

interface ScopeChoiceProps {
  owner: 'school' | 'own';
  scopes: Wish['scopes'];
  onChange: (scopes: Wish['scopes']) => void;
}

function ScopeChoice({ owner, scopes, onChange }: ScopeChoiceProps) {
  const { t } = useMessages();
  if (owner === 'own')
    return (
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-bold">{t('keys.scopes')}</legend>
        <Segmented
          isBlock
          label={t('keys.scopes')}
          value={scopes.includes('write') ? 'write' : 'read'}
          options={[
            { value: 'read', label: t('keys.readOnly') },
            { value: 'write', label: t('keys.readWrite') },
          ]}
          onChange={(choice) => onChange(choice === 'write' ? ['read', 'write'] : ['read'])}
        />
      </fieldset>
    );
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-bold">{t('keys.scopes')}</legend>
      {schoolScopes.map((scope) => (
        <div key={scope}>
          <Checkbox
            label={t(`keys.scope_${scope}`)}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
          <p className="ps-8 text-sm text-ink-2">{t(`keys.scope_${scope}Body`)}</p>
        </div>
      ))}
    </fieldset>
  );
}
