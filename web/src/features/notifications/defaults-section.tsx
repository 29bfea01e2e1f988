import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { keyPlaces, platforms, type KeyPlace, type Platform } from '#contract/notification-keys.ts';
import type { SchoolNotifications } from '#contract/notification-settings.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { notifications } from '../../messages/en/notifications.ts';
import { showAlert } from '../../shell/alerts.ts';
import { showToast } from '../../shell/toasts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { defaultsQuery } from './notifications.data.ts';
import { keyLabel } from './platform-words.ts';

addEnglish(notifications);

type Cell = SchoolNotifications['general'][keyof SchoolNotifications['general']]['in_app'];
interface Wish {
  place: KeyPlace;
  key: string;
  platform: Platform;
  value: 'yes' | 'no' | null;
  isLocked: boolean;
  before?: Cell;
}

const put = ({ place, key, platform, value, isLocked }: Wish) =>
  call('PATCH /api/v1/school/notifications/{place}/{key}/{platform}', { place, key, platform, value, isLocked });

/** What holds for whoever chooses nothing, and what for everybody. Each change holds at once. */
export function DefaultsSection() {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useQuery(defaultsQuery());
  usePageTitle(t('defaults.title'));
  const keep = useMutation({
    mutationFn: put,
    onSuccess(next, { before, ...wish }) {
      queryClient.setQueryData(defaultsQuery().queryKey, next);
      const back = before && {
        action: {
          label: t('notifications.undo'),
          run: () => keep.mutate({ ...wish, value: before.isOwn ? before.value : null, isLocked: before.isLocked }),
        },
      };
      showToast({ message: t('defaults.saved'), ...back });
    },
    onError: (failure) => showAlert({ type: 'Error', message: errorText(failure, messages), autoClose: true }),
  });
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading className="grid gap-4">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </Loading>
    );
  const isHere = ({ place, key, platform }: Wish, at: [KeyPlace, string, Platform]) =>
    place === at[0] && key === at[1] && platform === at[2];
  return (
    <>
      <p className="text-ink-2">{t('defaults.body')}</p>
      {(['general', 'academic', 'member', 'officer'] as const satisfies readonly (typeof keyPlaces)[number][]).map((place) => (
        <Card key={place} title={t(`category.${place}`)}>
          <ul className="divide-y divide-line">
            {Object.entries(data[place]).map(([key, row]) => {
              const label = t(keyLabel(`${place}.${key}`));
              return (
                <li key={key} className="grid gap-1 py-3 first:pt-0 last:pb-0">
                  <h3 className="text-base!">{label}</h3>
                  {platforms.map((platform) => {
                    const stored = row[platform];
                    const wish = keep.isPending && isHere(keep.variables, [place, key, platform]) ? keep.variables : null;
                    const isOn = (wish?.value ?? stored.value) === 'yes';
                    const isLocked = wish?.isLocked ?? stored.isLocked;
                    const name = t(`platform.${platform}`);
                    const at = { place, key, platform, before: stored };
                    return (
                      <div key={platform} className="grid grid-cols-[minmax(0,1fr)_auto_2.75rem] items-center gap-x-5">
                        <Switch
                          label={name}
                          isOn={isOn}
                          onChange={(next) => keep.mutate({ ...at, value: next ? 'yes' : 'no', isLocked })}
                        />
                        <Checkbox
                          label={t('defaults.lock')}
                          isChecked={isLocked}
                          onChange={(next) => keep.mutate({ ...at, value: isOn ? 'yes' : 'no', isLocked: next })}
                        >
                          <span className="sr-only">
                            {label}, {name}
                          </span>
                        </Checkbox>
                        {stored.isOwn ? (
                          <IconButton
                            label={t('defaults.backCell', { key: `${label}, ${name}` })}
                            icon={RotateCcw}
                            onClick={() => keep.mutate({ ...at, value: null, isLocked: false })}
                          />
                        ) : (
                          <span />
                        )}
                      </div>
                    );
                  })}
                </li>
              );
            })}
          </ul>
        </Card>
      ))}
    </>
  );
}
