import type { NotificationCategory, Platform } from '#contract/notifications/keys.ts';
import type { Preferences } from '#contract/notifications/settings.endpoints.ts';
import { call, queryClient } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { useSectionTitle } from '../settings/section-title.ts';
import { choose } from './choosing.ts';
import { DeliveryCards } from './delivery-cards.tsx';
import { DevicesCard } from './devices-card.tsx';
import { Matrix, type MatrixPart } from './matrix.tsx';
import { capabilitiesQuery, preferencesQuery } from './notifications.data.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kit/loaded.tsx';
import { useAct } from '../../kit/use-act.ts';
import english from './messages/en.json';

addEnglish(english);

/** What reaches the person and where, when, and on which devices. */
export function NotificationSettings() {
  const { t } = useMessages();
  const preferences = useQuery(preferencesQuery());
  const capabilities = useQuery(capabilitiesQuery());
  useSectionTitle(t('prefs.title'));
  const both = {
    data: preferences.data &&
      capabilities.data && { preferences: preferences.data, ...capabilities.data },
    error: preferences.error ?? capabilities.error,
    isFetching: preferences.isFetching || capabilities.isFetching,
    refetch: () => Promise.all([preferences.refetch(), capabilities.refetch()]),
  };
  return (
    <Loaded query={both} skeleton={['h-40', 'h-40', 'h-96']}>
      {({ platforms, keys, ...data }) => (
        <>
          <DevicesCard publicKey={platforms.mobile.publicKey} />
          <DeliveryCards hasMailServer={platforms.email.isOn} />
          <MatrixCards preferences={data.preferences} firing={new Set(keys)} />
        </>
      )}
    </Loaded>
  );
}

/** A switch being kept: how the matrix looks meanwhile, what keeps it, and what takes it back. */
interface Change {
  shown: Preferences;
  save: () => Promise<Preferences>;
  undo?: Change;
}

function MatrixCards({
  preferences,
  firing,
}: {
  preferences: Preferences;
  firing: ReadonlySet<string>;
}) {
  const { t } = useMessages();
  const { queryKey: answers } = preferencesQuery();
  const change = useAct(({ save }: Change) => save(), {
    answers,
    atOnce({ shown }) {
      queryClient.setQueryData(answers, shown);
      return () => void queryClient.invalidateQueries({ queryKey: answers });
    },
    said: t('prefs.saved'),
    undo: ({ undo }) => undo,
    // One after another: the answer of each is the whole matrix.
    inTurn: 'preferences',
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
    change.run({
      shown,
      save: () => choose(name, platform, isOn, null),
      undo: { shown: preferences, save: () => choose(name, platform, !isOn, null) },
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
    change.run({
      shown: { ...preferences, global },
      save: () => put(isOn),
      undo: { shown: preferences, save: () => put(!isOn) },
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
