import { useQuery } from '@tanstack/react-query';
import { allowPersonalKeys } from '#contract/api-keys/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Switch } from '../../ui/switch.tsx';
import { keyLists, schoolKeysQuery } from './api-keys.data.ts';
import { KeysCard } from './keys-card.tsx';

/** The school's keys of all scopes, and whether people can have personal keys; for admins. */
export function SchoolKeysCard() {
  const { t } = useMessages();
  const keys = useQuery(schoolKeysQuery());
  const allow = useAction((isAllowed: boolean) => call(allowPersonalKeys, { isAllowed }), {
    success: ({ isAllowed }) => t(isAllowed ? 'keys.personalOn' : 'keys.personalOff'),
    undo: (isAllowed) => !isAllowed,
    invalidates: keyLists,
  });
  const personal = keys.data?.personal;
  return (
    <KeysCard
      owner="school"
      title={t('keys.school')}
      description={t('keys.schoolBody')}
      none={t('keys.schoolNone')}
      query={keys}
    >
      {personal && (
        <div className="mt-5 border-t border-line pt-4">
          <Switch
            label={t('keys.personal')}
            description={t('keys.personalBody', { count: personal.living })}
            isOn={allow.pendingInput ?? personal.isAllowed}
            onChange={allow.run}
          />
        </div>
      )}
    </KeysCard>
  );
}
