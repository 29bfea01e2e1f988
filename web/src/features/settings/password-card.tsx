import type { passwordMin } from '#contract/sessions/endpoints.ts';
import { changePassword } from '#contract/sessions/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Card } from '../../ui/card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { sessionsQuery } from './settings.data.ts';
import signInEnglish from '../sign-in/messages/en.json';

addEnglish(signInEnglish);

const shortest: typeof passwordMin = 10;

interface Draft {
  currentPassword: string;
  newPassword: string;
}
const { PasswordField } = fieldsOf<Draft>();
const empty: Draft = { currentPassword: '', newPassword: '' };

export function PasswordCard() {
  const { t, date, list } = useMessages();
  const user = useUser();
  const form = useForm({
    defaultValues: empty,
    savedValues: () => empty,
    validate: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === '' ? t('login.passwordMissing') : undefined,
      newPassword:
        [...newPassword].length < shortest ? t('password.short', { count: shortest }) : undefined,
    }),
    errorFields: { wrong_password: 'currentPassword', weak_password: 'newPassword' },
    save: (draft) => call(changePassword, draft),
    invalidates: [sessionsQuery().queryKey],
    onSuccess({ ended, endedKeys, endedCalendars, kept: { passkeys, appAddedAt } }) {
      const names = passkeys.map(({ name, addedAt }) =>
        t('account.passkeyAdded', { name, date: date(addedAt) }),
      );
      const changed =
        ended > 0 ? t('account.changedEnded', { count: ended }) : t('account.changed');
      showToast({
        message: [
          changed,
          ...(endedKeys.length > 0 ? [t('account.keysEnded', { names: list(endedKeys) })] : []),
          ...(endedCalendars.length > 0
            ? [t('account.calendarsEnded', { names: list(endedCalendars) })]
            : []),
          ...(names.length > 0 ? [t('account.passkeysKept', { names: list(names) })] : []),
          ...(appAddedAt === null ? [] : [t('account.appKept', { date: date(appAddedAt) })]),
        ].join(' '),
      });
    },
  });
  return (
    <Card title={t('account.password')} description={t('account.passwordBody')}>
      <Form form={form} className="grid max-w-sm gap-4">
        {/* Helps password managers find the account. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={t('account.current')}
          name="currentPassword"
          autoComplete="current-password"
        />
        <PasswordField label={t('account.new')} name="newPassword" autoComplete="new-password" />
        <FormError form={form} />
        <div>
          <SubmitButton form={form}>{t('account.change')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
