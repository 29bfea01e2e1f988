import { Lock, LockOpen, RotateCcw } from 'lucide-react';
import type { PreferenceGroup } from '#contract/notifications/declaring.ts';
import { platforms, type Platform } from '#contract/notifications/keys.ts';
import type { SchoolNotifications } from '#contract/notifications/settings.endpoints.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { defaultsQuery } from './notifications.data.ts';
import { keyLabel } from './platform-words.ts';
import { useQuery } from '@tanstack/react-query';
import { updateSchoolNotifications } from '#contract/notifications/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import english from './messages/en.json';

addEnglish(english);

type Cell = SchoolNotifications['general'][keyof SchoolNotifications['general']]['in_app'];
interface DefaultChange {
  place: PreferenceGroup;
  key: string;
  platform: Platform;
  value: 'yes' | 'no' | null;
  isLocked: boolean;
}

const put = ({ place, key, platform, value, isLocked }: DefaultChange) =>
  call(updateSchoolNotifications, {
    place,
    key,
    platform,
    value,
    isLocked,
  });

/** Default notification settings, and locked ones. Each change saves immediately. */
export function DefaultsSection() {
  return (
    <QueryBoundary query={useQuery(defaultsQuery())} skeleton={['h-96', 'h-96']}>
      {(data) => <Defaults data={data} />}
    </QueryBoundary>
  );
}

const cellOf = (
  data: SchoolNotifications,
  { place, key, platform }: DefaultChange,
): Cell | undefined =>
  (data[place] as Readonly<Record<string, Readonly<Record<Platform, Cell>>>>)[key]?.[platform];

function Defaults({ data }: { data: SchoolNotifications }) {
  const { t } = useMessages();
  const save = useAction(put, {
    updates: defaultsQuery().queryKey,
    success: t('defaults.saved'),
    undo(wish, before) {
      const cell = wish.value === null || before === undefined ? undefined : cellOf(before, wish);
      return cell && { ...wish, value: cell.isOwn ? cell.value : null, isLocked: cell.isLocked };
    },
    // Calls run one at a time, because each reply contains the whole table.
    scope: 'notification-defaults',
  });
  const shown = save.pendingInput ?? null;
  return (
    <>
      <p className="text-ink-2">{t('defaults.body')}</p>
      {(['general', 'academic', 'member', 'officer'] as const).map((place) => (
        <Card key={place}>
          <div
            className={`sticky top-(--top-bar) z-10 border-b border-line bg-surface pb-2 ${columns}`}
          >
            <h2>{t(`category.${place}`)}</h2>
            {platforms.map((platform) => (
              <span
                key={platform}
                aria-hidden
                className="text-center text-sm font-medium text-ink-2 max-md:hidden"
              >
                {t(`platform.${platform}`)}
              </span>
            ))}
          </div>
          <ul className="divide-y divide-line">
            {Object.entries(data[place]).map(([key, row]) => (
              <KeyRow
                key={key}
                place={place}
                name={key}
                row={row}
                shown={shown}
                onSave={save.run}
              />
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_repeat(3,6.5rem)] md:items-center';

interface KeyRowProps {
  place: PreferenceGroup;
  name: string;
  row: Readonly<Record<Platform, Cell>>;
  /** The change being saved. */
  shown: DefaultChange | null;
  onSave: (wish: DefaultChange) => void;
}

/** A key with its default and lock per platform: a table row, or three lines on phones. */
function KeyRow({ place, name: key, row, shown, onSave }: KeyRowProps) {
  const { t } = useMessages();
  const label = t(keyLabel(`${place}.${key}`));
  const own = platforms.filter((platform) => row[platform].isOwn);
  return (
    <li className={`py-2 ${columns}`}>
      <div className="flex min-h-11 items-center gap-1">
        <h3 className="min-w-0 text-base! font-medium!">{label}</h3>
        {own.length > 0 && (
          <IconButton
            label={t('defaults.backCell', { key: label })}
            icon={RotateCcw}
            onClick={() => {
              for (const platform of own)
                onSave({ place, key, platform, value: null, isLocked: false });
            }}
          />
        )}
      </div>
      {platforms.map((platform) => {
        const stored = row[platform];
        const wish =
          shown?.place === place && shown.key === key && shown.platform === platform ? shown : null;
        const value = wish === null ? stored.value : (wish.value ?? stored.value);
        const isLocked = wish?.isLocked ?? stored.isLocked;
        const name = t(`platform.${platform}`);
        const put = (next: Pick<DefaultChange, 'value' | 'isLocked'>) =>
          onSave({ place, key, platform, ...next });
        return (
          <div key={platform} className="flex items-center justify-end gap-1.5 md:justify-center">
            <span aria-hidden className="flex-1 md:hidden">
              {name}
            </span>
            <Switch
              label={t('prefs.cell', { key: label, platform: name })}
              isLabelHidden
              isOn={value === 'yes'}
              onChange={(isOn) => put({ value: isOn ? 'yes' : 'no', isLocked })}
            />
            <IconButton
              label={t('defaults.lockCell', { key: label, platform: name })}
              icon={isLocked ? Lock : LockOpen}
              aria-pressed={isLocked}
              className={isLocked ? 'text-brand-text!' : 'text-ink-3!'}
              onClick={() => put({ value, isLocked: !isLocked })}
            />
          </div>
        );
      })}
    </li>
  );
}
