import { useState } from 'react';
import { ssoMatches } from '#contract/sso-errors.ts';
import type { SsoProvider } from '#contract/sso.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useSetupChange } from './sso.data.ts';

const code = {
  dir: 'ltr',
  autoCapitalize: 'none',
  spellCheck: false,
  autoComplete: 'off',
} as const;

/** The client at the provider, the attribute that says who somebody is, and what follows when nobody is found. */
export function ProviderForm({ provider }: { provider: SsoProvider }) {
  const { t } = useMessages();
  const [draft, setDraft] = useState({
    name: provider.name,
    clientId: provider.clientId ?? '',
    clientSecret: '',
    identifierClaim: provider.identifierClaim,
    matchBy: provider.matchBy,
    makesPeople: provider.makesPeople,
    firstNameClaim: provider.firstNameClaim,
    lastNameClaim: provider.lastNameClaim,
    emailClaim: provider.emailClaim,
    allowsUnasked: provider.allowsUnasked,
  });
  type Draft = typeof draft;
  const put =
    <K extends keyof Draft>(name: K) =>
    (value: Draft[K]) =>
      setDraft({ ...draft, [name]: value });
  const save = useSetupChange('PATCH /api/v1/school/sign-on/providers/{provider}', () => {
    setDraft({ ...draft, clientSecret: '' });
    showToast({ message: t('signOn.saved') });
  });
  const isOidc = provider.kind === 'oidc';
  const submit = () => {
    // Only what differs: a change of what decides asks for a new test.
    const changed = Object.entries(draft).filter(
      ([name, value]) =>
        value !== '' &&
        value !== (name === 'clientSecret' ? '' : provider[name as keyof SsoProvider]),
    );
    save.mutate({ provider: provider.id, ...Object.fromEntries(changed) });
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) submit();
      }}
    >
      <TextField
        label={t('signOn.name')}
        value={draft.name}
        maxLength={60}
        onChange={put('name')}
      />
      {isOidc && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label={t('signOn.clientId')}
            {...code}
            value={draft.clientId}
            onChange={put('clientId')}
          />
          <PasswordField
            label={t('signOn.clientSecret')}
            autoComplete="new-password"
            description={provider.hasClientSecret ? t('signOn.secretKept') : undefined}
            value={draft.clientSecret}
            onChange={put('clientSecret')}
          />
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={t('signOn.identifier')}
          description={t('signOn.identifierHint')}
          {...code}
          value={draft.identifierClaim}
          onChange={put('identifierClaim')}
        />
        <Select
          label={t('signOn.matchBy')}
          value={draft.matchBy}
          options={ssoMatches.map((value) => ({ value, label: t(`signOn.match_${value}`) }))}
          onChange={put('matchBy')}
        />
      </div>
      <Switch
        label={t('signOn.makesPeople')}
        description={t('signOn.makesPeopleHint')}
        isOn={draft.makesPeople}
        onChange={put('makesPeople')}
      />
      {draft.makesPeople && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label={t('signOn.firstName')}
            {...code}
            value={draft.firstNameClaim}
            onChange={put('firstNameClaim')}
          />
          <TextField
            label={t('signOn.lastName')}
            {...code}
            value={draft.lastNameClaim}
            onChange={put('lastNameClaim')}
          />
          <TextField
            label={t('signOn.email')}
            {...code}
            value={draft.emailClaim}
            onChange={put('emailClaim')}
          />
        </div>
      )}
      {!isOidc && (
        <Switch
          label={t('signOn.unasked')}
          description={t('signOn.unaskedHint')}
          isOn={draft.allowsUnasked}
          onChange={put('allowsUnasked')}
        />
      )}
      <div>
        <Button type="submit" variant="soft" isPending={save.isPending}>
          {t('signOn.save')}
        </Button>
      </div>
    </form>
  );
}
