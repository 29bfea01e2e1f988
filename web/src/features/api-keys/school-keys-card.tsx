import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Switch } from '../../ui/switch.tsx';
import { refreshKeys, schoolKeysQuery } from './api-keys.data.ts';
import { KeysCard } from './keys-card.tsx';

/** The school's keys of every scope, and whether people may have their own; for those who run the campus. */
export function SchoolKeysCard() {
  const messages = useMessages();
  const { t } = messages;
  const keys = useQuery(schoolKeysQuery());
  const allow = useMutation({
    mutationFn: (isAllowed: boolean) => call('PUT /api/v1/api-keys/personal', { isAllowed }),
    onSuccess({ isAllowed }) {
      const undo = { label: t('privacy.undo'), run: () => allow.mutate(!isAllowed) };
      showToast({ message: t(isAllowed ? 'keys.personalOn' : 'keys.personalOff'), action: undo });
      return refreshKeys();
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  const personal = keys.data?.personal;
  return (
    <KeysCard
      owner="school"
      title={t('keys.school')}
      description={t('keys.schoolBody')}
      none={t('keys.schoolNone')}
      query={{ ...keys, items: keys.data?.items }}
    >
      {personal && (
        <div className="mt-5 border-t border-line pt-4">
          <Switch
            label={t('keys.personal')}
            description={t('keys.personalBody', { count: personal.living })}
            isOn={allow.isPending ? allow.variables : personal.isAllowed}
            onChange={(isOn) => allow.mutate(isOn)}
          />
        </div>
      )}
    </KeysCard>
  );
}
