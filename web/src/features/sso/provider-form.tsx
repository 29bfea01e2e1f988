import { ssoMatches } from '#contract/sso/errors-shown.ts';
import type { SsoProvider } from '#contract/sso/endpoints.ts';
import { updateProvider } from '#contract/sso/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { setupQuery } from './sso.data.ts';

const code = {
  dir: 'ltr',
  autoCapitalize: 'none',
  spellCheck: false,
  autoComplete: 'off',
} as const;

const draftOf = (provider: SsoProvider) => ({
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
type Draft = ReturnType<typeof draftOf>;
const { TextField, PasswordField, Select, Switch } = fieldsOf<Draft>();

/** The API client at the provider, the identifying attribute, and what happens if no one matches. */
export function ProviderForm({ provider }: { provider: SsoProvider }) {
  const { t } = useMessages();
  const form = useForm({
    defaultValues: draftOf(provider),
    save(draft) {
      // Send only changed fields, because changes to identification require a new test.
      const changed = Object.entries(draft).filter(
        ([name, value]) =>
          value !== '' &&
          value !== (name === 'clientSecret' ? '' : provider[name as keyof SsoProvider]),
      );
      return call(updateProvider, {
        provider: provider.id,
        ...Object.fromEntries(changed),
      });
    },
    success: t('signOn.saved'),
    savedValues: (draft) => ({ ...draft, clientSecret: '' }),
    invalidates: [setupQuery().queryKey],
  });
  const isOidc = provider.kind === 'oidc';
  return (
    <Form form={form}>
      <TextField name="name" label={t('signOn.name')} maxLength={60} />
      {isOidc && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label={t('signOn.clientId')} {...code} name="clientId" />
          <PasswordField
            label={t('signOn.clientSecret')}
            autoComplete="new-password"
            description={provider.hasClientSecret ? t('signOn.secretKept') : undefined}
            name="clientSecret"
          />
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={t('signOn.identifier')}
          description={t('signOn.identifierHint')}
          {...code}
          name="identifierClaim"
        />
        <Select
          label={t('signOn.matchBy')}
          name="matchBy"
          options={ssoMatches.map((value) => ({ value, label: t(`signOn.match_${value}`) }))}
        />
      </div>
      <Switch
        label={t('signOn.makesPeople')}
        description={t('signOn.makesPeopleHint')}
        name="makesPeople"
      />
      {form.values.makesPeople && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label={t('signOn.firstName')} {...code} name="firstNameClaim" />
          <TextField label={t('signOn.lastName')} {...code} name="lastNameClaim" />
          <TextField label={t('signOn.email')} {...code} name="emailClaim" />
        </div>
      )}
      {!isOidc && (
        <Switch
          label={t('signOn.unasked')}
          description={t('signOn.unaskedHint')}
          name="allowsUnasked"
        />
      )}
      <FormError form={form} />
      <div>
        <SubmitButton form={form} variant="soft">
          {t('signOn.save')}
        </SubmitButton>
      </div>
    </Form>
  );
}
