import { Lock } from 'lucide-react';
import {
  platforms,
  type NotificationCategory,
  type Platform,
} from '#contract/notifications/keys.ts';
import type { PreferenceRow } from '#contract/notifications/settings.endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Switch } from '../../ui/switch.tsx';
import { keyLabel } from './platform-words.ts';

/** A section of the matrix: the switch for all its keys, then the keys. */
export interface MatrixPart {
  id: string;
  title: string;
  category: NotificationCategory;
  statuses: Readonly<Record<Platform, 'enabled' | 'disabled'>>;
  /** By full key name. */
  rows: readonly { name: string; row: PreferenceRow }[];
  /** True if the category's switch is elsewhere. */
  isWithoutAll?: boolean;
}

export interface MatrixProps {
  part: MatrixPart;
  /** Names of keys that are in use today. */
  firing: ReadonlySet<string>;
  onChoose: (name: string, platform: Platform, isOn: boolean) => void;
  onCategory: (category: NotificationCategory, platform: Platform, isOn: boolean) => void;
}

export function KeyName({
  name,
  row,
  firing,
}: {
  name: string;
  row: PreferenceRow;
  firing: ReadonlySet<string>;
}) {
  const { t, list } = useMessages();
  const locked = platforms.filter((platform) => row[platform].rule === 'locked');
  return (
    <>
      {t(keyLabel(name))}
      {!firing.has(name) && (
        <span className="block text-sm font-normal text-ink-3">{t('prefs.notYet')}</span>
      )}
      {locked.length > 0 && (
        <span className="block text-sm font-normal text-ink-2">
          {t('prefs.locked', {
            platforms: list(locked.map((platform) => t(`platform.${platform}`))),
          })}
        </span>
      )}
    </>
  );
}

export function CategorySwitch({
  part,
  platform,
  onCategory,
  isLabelHidden = false,
}: Pick<MatrixProps, 'part' | 'onCategory'> & { platform: Platform; isLabelHidden?: boolean }) {
  const { t } = useMessages();
  const label = t(`platform.${platform}`);
  return (
    <div className={isLabelHidden ? 'grid justify-center' : ''}>
      <Switch
        label={label}
        fullName={t('prefs.cell', {
          key: `${part.title}, ${t('prefs.everything')}`,
          platform: label,
        })}
        isLabelHidden={isLabelHidden}
        isOn={part.statuses[platform] === 'enabled'}
        onChange={(isOn) => onCategory(part.category, platform, isOn)}
      />
    </div>
  );
}

interface CellProps extends Pick<MatrixProps, 'onChoose'> {
  name: string;
  row: PreferenceRow;
  platform: Platform;
  isCategoryOn: boolean;
  isLabelHidden?: boolean;
}

export function Cell({
  name,
  row,
  platform,
  isCategoryOn,
  onChoose,
  isLabelHidden = false,
}: CellProps) {
  const { t } = useMessages();
  const { value, rule } = row[platform];
  const label = t(`platform.${platform}`);
  const key = t(keyLabel(name));
  if (rule === 'locked') {
    const state = t(value === 'yes' ? 'prefs.lockedOn' : 'prefs.lockedOff');
    return (
      <p
        className={`flex min-h-11 items-center gap-1.5 text-sm text-ink-2 ${isLabelHidden ? 'justify-center' : 'justify-between'}`}
      >
        <span className="sr-only">{t('prefs.lockedCell', { key, platform: label, state })}</span>
        {!isLabelHidden && <span aria-hidden>{label}</span>}
        <span aria-hidden className="flex items-center gap-1.5">
          <Lock size={16} strokeWidth={1.9} className="shrink-0 text-ink-3" />
          {state}
        </span>
      </p>
    );
  }
  return (
    <div className={isLabelHidden ? 'grid justify-center' : ''}>
      <Switch
        label={label}
        fullName={t('prefs.cell', { key, platform: label })}
        isLabelHidden={isLabelHidden}
        isOn={value === 'yes'}
        isDisabled={!isCategoryOn}
        {...(!isCategoryOn && { description: t('prefs.everythingOff') })}
        onChange={(isOn) => onChoose(name, platform, isOn)}
      />
    </div>
  );
}
