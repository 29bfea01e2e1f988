import { Lock } from 'lucide-react';
import {
  platforms,
  type NotificationCategory,
  type Platform,
} from '#contract/notifications/keys.ts';
import type { PreferenceRow } from '#contract/notifications/settings.endpoints.ts';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { Switch } from '../../ui/switch.tsx';
import { keyLabel, platformIcons } from './platform-words.ts';

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

interface MatrixProps {
  part: MatrixPart;
  /** Names of keys that are in use today. */
  firing: ReadonlySet<string>;
  onChoose: (name: string, platform: Platform, isOn: boolean) => void;
  onCategory: (category: NotificationCategory, platform: Platform, isOn: boolean) => void;
}

/** A table with sticky headers, or on phones each key with its three switches below. */
export function Matrix(props: MatrixProps) {
  return useMinWidth('md') ? <Table {...props} /> : <Groups {...props} />;
}

function Table({ part, firing, onChoose, onCategory }: MatrixProps) {
  const { t } = useMessages();
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{part.title}</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky top-(--top-bar) z-10 border-b border-line bg-surface py-2 text-start"
          >
            <h2>{part.title}</h2>
          </th>
          {platforms.map((platform) => {
            const Icon = platformIcons[platform];
            return (
              <th
                key={platform}
                scope="col"
                className="sticky top-(--top-bar) z-10 w-22 border-b border-line bg-surface py-2 text-center text-sm font-medium text-ink-2"
              >
                <span className="grid justify-items-center gap-1">
                  <Icon size={18} strokeWidth={1.9} aria-hidden />
                  {t(`platform.${platform}`)}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {part.isWithoutAll !== true && (
          <tr>
            <th scope="row" className="border-b border-line py-1.5 pe-3 text-start font-bold">
              {t('prefs.everything')}
            </th>
            {platforms.map((platform) => (
              <td key={platform} className="border-b border-line">
                <CategorySwitch
                  part={part}
                  platform={platform}
                  onCategory={onCategory}
                  isLabelHidden
                />
              </td>
            ))}
          </tr>
        )}
        {part.rows.map(({ name, row }) => (
          <tr key={name}>
            <th
              scope="row"
              className="border-b border-line py-1.5 pe-3 text-start font-medium [tr:last-child>&]:border-0"
            >
              <KeyName name={name} row={row} firing={firing} />
            </th>
            {platforms.map((platform) => (
              <td key={platform} className="border-b border-line [tr:last-child>&]:border-0">
                <Cell
                  name={name}
                  row={row}
                  platform={platform}
                  isCategoryOn={part.statuses[platform] === 'enabled'}
                  onChoose={onChoose}
                  isLabelHidden
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Groups({ part, firing, onChoose, onCategory }: MatrixProps) {
  const { t } = useMessages();
  return (
    <div className="grid gap-1">
      <h2>{part.title}</h2>
      <ul className="divide-y divide-line">
        {part.isWithoutAll !== true && (
          <li className="py-3">
            <p className="font-bold">{t('prefs.everything')}</p>
            {platforms.map((platform) => (
              <CategorySwitch
                key={platform}
                part={part}
                platform={platform}
                onCategory={onCategory}
              />
            ))}
          </li>
        )}
        {part.rows.map(({ name, row }) => (
          <li key={name} className="py-3">
            <div className="font-bold">
              <KeyName name={name} row={row} firing={firing} />
            </div>
            {platforms.map((platform) => (
              <Cell
                key={platform}
                name={name}
                row={row}
                platform={platform}
                isCategoryOn={part.statuses[platform] === 'enabled'}
                onChoose={onChoose}
              />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function KeyName({
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

function CategorySwitch({
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

function Cell({ name, row, platform, isCategoryOn, onChoose, isLabelHidden = false }: CellProps) {
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
