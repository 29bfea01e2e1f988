import { useMutation, useQuery } from '@tanstack/react-query';
import type { NotificationCategory, Platform } from '#contract/notification-keys.ts';
import type { Preferences } from '#contract/notification-settings.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { notifications } from '../../messages/en/notifications.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useSectionTitle } from '../settings/section-title.ts';
import { choose } from './choosing.ts';
import { DeliveryCards } from './delivery-cards.tsx';
import { DevicesCard } from './devices-card.tsx';
import { Matrix, type MatrixPart } from './matrix.tsx';
import { capabilitiesQuery, preferencesQuery } from './notifications.data.ts';

addEnglish(notifications);

/** What reaches the person and where, when, and on which devices. */
export function NotificationSettings() {
  const { t } = useMessages();
  const preferences = useQuery(preferencesQuery());
  const capabilities = useQuery(capabilitiesQuery());
  useSectionTitle(t('prefs.title'));
  const error = preferences.error ?? capabilities.error;
  if (preferences.data === undefined || capabilities.data === undefined) {
    const retry = () => void Promise.all([preferences.refetch(), capabilities.refetch()]);
    return error ? (
      <ErrorState
        error={error}
        onRetry={retry}
        isRetrying={preferences.isFetching || capabilities.isFetching}
      />
    ) : (
      <Loading className="grid gap-4">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
        <Skeleton className="h-96" />
      </Loading>
    );
  }
  const { platforms, keys } = capabilities.data;
  return (
    <>
      <DevicesCard publicKey={platforms.mobile.publicKey} />
      <DeliveryCards hasMailServer={platforms.email.isOn} />
      <MatrixCards preferences={preferences.data} firing={new Set(keys)} />
    </>
  );
}

/** A switch being kept: how the matrix looks meanwhile, what keeps it, and what takes it back. */
interface Change {
  shown: Preferences;
  keep: () => Promise<Preferences>;
  undo: (() => Promise<Preferences>) | null;
}

function MatrixCards({
  preferences,
  firing,
}: {
  preferences: Preferences;
  firing: ReadonlySet<string>;
}) {
  const messages = useMessages();
  const { t } = messages;
  const change = useMutation({
    mutationFn: ({ keep }: Change) => keep(),
    onMutate: ({ shown }) => queryClient.setQueryData(preferencesQuery().queryKey, shown),
    onSuccess(next, { undo }) {
      queryClient.setQueryData(preferencesQuery().queryKey, next);
      const back = undo !== null && {
        action: {
          label: t('notifications.undo'),
          run: () => change.mutate({ shown: next, keep: undo, undo: null }),
        },
      };
      showToast({ message: t('prefs.saved'), ...back });
    },
    onError(error) {
      void queryClient.invalidateQueries({ queryKey: preferencesQuery().queryKey });
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
    },
    // One after another: the answer of each is the whole matrix.
    scope: { id: 'preferences' },
  });
  const onChoose = (name: string, platform: Platform, isOn: boolean) => {
    const [place = '', key = ''] = name.split('.');
    const part = place === 'academic' || place === 'general' ? place : null;
    const before =
      part === null
        ? undefined
        : (preferences[part] as Preferences['general'])[key as keyof Preferences['general']];
    const shown: Preferences =
      part === null || before === undefined
        ? preferences
        : {
            ...preferences,
            [part]: {
              ...preferences[part],
              [key]: { ...before, [platform]: { ...before[platform], value: isOn ? 'yes' : 'no' } },
            },
          };
    change.mutate({
      shown,
      keep: () => choose(name, platform, isOn, null),
      undo: () => choose(name, platform, !isOn, null),
    });
  };
  const onCategory = (category: NotificationCategory, platform: Platform, isOn: boolean) => {
    const put = (on: boolean) =>
      call('PATCH /api/v1/notifications/preferences/global/{category}/{platform}', {
        category,
        platform,
        status: on ? 'enabled' : 'disabled',
      });
    const global = {
      ...preferences.global,
      [category]: { ...preferences.global[category], [platform]: isOn ? 'enabled' : 'disabled' },
    };
    change.mutate({
      shown: { ...preferences, global },
      keep: () => put(isOn),
      undo: () => put(!isOn),
    });
  };
  const partOf = (category: 'academic' | 'general'): MatrixPart => ({
    id: category,
    title: t(`category.${category}`),
    category,
    statuses: preferences.global[category],
    rows: Object.entries(preferences[category]).map(([key, row]) => ({
      name: `${category}.${key}`,
      row,
    })),
  });
  const groups: MatrixPart = {
    id: 'groups',
    title: t('category.groups'),
    category: 'groups',
    statuses: preferences.global.groups,
    rows: [],
  };
  return [partOf('general'), groups, partOf('academic')].map((part) => (
    <Card key={part.id}>
      <Matrix part={part} firing={firing} onChoose={onChoose} onCategory={onCategory} />
      {part.id === 'groups' && <p className="mt-3 text-sm text-ink-2">{t('prefs.noGroups')}</p>}
    </Card>
  ));
}
