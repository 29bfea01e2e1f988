import type { NotificationCategory, Platform } from '#contract/notifications/keys.ts';
import type { PreferenceRow, Preferences } from '#contract/notifications/settings.endpoints.ts';
import { call, queryClient } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { choose } from './choosing.ts';
import { DeliveryCards } from './delivery-cards.tsx';
import { DevicesCard } from './devices-card.tsx';
import { Matrix } from './matrix.tsx';
import type { MatrixPart } from './matrix-cells.tsx';
import { Fold } from './matrix-topics.tsx';
import {
  capabilitiesQuery,
  preferencesQuery,
  devicesQuery,
  settingsQuery,
} from './notifications.data.ts';
import { useQuery } from '@tanstack/react-query';
import { updateGlobalPreference } from '#contract/notifications/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { useAction } from '../../kit/use-action.ts';
import english from './messages/en.json';

addEnglish(english);

/** The user's notification settings: types, platforms, times and devices. */
export function NotificationSettings() {
  const preferences = useQuery(preferencesQuery());
  const capabilities = useQuery(capabilitiesQuery());
  const both = {
    data: preferences.data &&
      capabilities.data && { preferences: preferences.data, ...capabilities.data },
    error: preferences.error ?? capabilities.error,
    isFetching: preferences.isFetching || capabilities.isFetching,
    refetch: () => Promise.all([preferences.refetch(), capabilities.refetch()]),
  };
  // The cards are shown together, because each card would move those below it.
  const cards = [preferences, capabilities, useQuery(settingsQuery()), useQuery(devicesQuery())];
  return (
    <WhenSettled queries={cards} skeleton={['h-40', 'h-40', 'h-40', 'h-96']}>
      <QueryBoundary query={both}>
        {({ platforms, keys, ...data }) => (
          <>
            <DevicesCard publicKey={platforms.mobile.publicKey} />
            <DeliveryCards hasMailServer={platforms.email.isOn} />
            <MatrixCards preferences={data.preferences} firing={new Set(keys)} />
          </>
        )}
      </QueryBoundary>
    </WhenSettled>
  );
}

/** A switch being saved: the matrix to show during the call, the call that saves it, and the one that reverts it. */
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
  const change = useAction(({ save }: Change) => save(), {
    updates: answers,
    optimistic({ shown }) {
      queryClient.setQueryData(answers, shown);
      return () => void queryClient.invalidateQueries({ queryKey: answers });
    },
    success: t('prefs.saved'),
    undo: ({ undo }) => undo,
    // Calls run one at a time, because each reply contains the whole matrix.
    scope: 'preferences',
  });
  const onChooseIn =
    (group: Preferences['groups'][number] | null) =>
    (name: string, platform: Platform, isOn: boolean) => {
      const groupId = group?.groupId ?? null;
      change.run({
        shown: shownWith(preferences, group, name, platform, isOn),
        save: () => choose(name, platform, isOn, groupId),
        undo: { shown: preferences, save: () => choose(name, platform, !isOn, groupId) },
      });
    };
  const onCategory = (category: NotificationCategory, platform: Platform, isOn: boolean) => {
    const put = (on: boolean) =>
      call(updateGlobalPreference, {
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
  const inGroups = preferences.groups.map((group) => ({
    group,
    part: {
      ...groups,
      id: `${group.role} ${group.groupId}`,
      title: t('prefs.group', { name: group.name, role: t(`prefs.role_${group.role}`) }),
      rows: Object.entries(group.keys).map(([key, row]) => ({ name: `${group.role}.${key}`, row })),
    },
  }));
  const matrix = (part: MatrixPart, group: Preferences['groups'][number] | null = null) => (
    <Matrix part={part} firing={firing} onChoose={onChooseIn(group)} onCategory={onCategory} />
  );
  const isWide = useMinWidth('md');
  const clubs = (
    <ul className="divide-y divide-line">
      {inGroups.map(({ group, part }) => (
        <li key={part.id}>
          <Fold title={part.title}>{matrix({ ...part, isWithoutAll: true }, group)}</Fold>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Card>{matrix(partOf('general'))}</Card>
      <Card>
        {matrix(groups)}
        {inGroups.length === 0 ? (
          <p className="mt-3 text-sm text-ink-2">{t('prefs.noGroups')}</p>
        ) : isWide ? (
          <div className="mt-2">{clubs}</div>
        ) : (
          <Fold
            title={t('prefs.byClub')}
            summary={t('prefs.clubs', {
              count: new Set(preferences.groups.map(({ groupId }) => groupId)).size,
            })}
          >
            {clubs}
          </Fold>
        )}
      </Card>
      <Card>{matrix(partOf('academic'))}</Card>
    </>
  );
}

/** Returns the matrix after a switch is changed. */
const shownWith = (
  preferences: Preferences,
  group: Preferences['groups'][number] | null,
  name: string,
  platform: Platform,
  isOn: boolean,
): Preferences => {
  const [place = '', key = ''] = name.split('.');
  const moved = (row: PreferenceRow | undefined) =>
    row && { ...row, [platform]: { ...row[platform], value: isOn ? 'yes' : 'no' } };
  if (group !== null)
    return {
      ...preferences,
      groups: preferences.groups.map((one) =>
        one.groupId === group.groupId && one.role === group.role
          ? { ...one, keys: { ...one.keys, ...rowEntry(key, moved(one.keys[key])) } }
          : one,
      ),
    };
  if (place !== 'academic' && place !== 'general') return preferences;
  const rows: Readonly<Record<string, PreferenceRow>> = preferences[place];
  return { ...preferences, [place]: { ...rows, ...rowEntry(key, moved(rows[key])) } };
};

const rowEntry = (key: string, row: PreferenceRow | undefined) => (row ? { [key]: row } : {});
