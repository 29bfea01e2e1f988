import { useState, type FormEvent } from 'react';
import { isLinkType, menuIcons, menuLimits, type MenuIcon } from '#contract/menu-items.ts';
import { useMessages, type LabelKey } from '../../lib/messages.ts';
import { MenuDrawing } from '../../shell/menu-drawing.tsx';
import { wordOf } from '../../shell/menu-kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DraftPart } from './menu-draft.ts';
import { useSchoolValues } from './menus.data.ts';

interface PartDialogProps {
  part: DraftPart;
  isNew: boolean;
  onDone: (part: DraftPart) => void;
  onClose: () => void;
}

type Reach = 'everyone' | 'types' | 'admins';
const reachOf = ({ audience }: DraftPart): Reach =>
  audience === undefined ? 'everyone' : audience === 'admins' ? 'admins' : 'types';

/** The server asks the same (contract/src/menus.ts). */
const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

/** Somebody pastes `example.edu/news` and means https. */
const whole = (text: string): string =>
  text !== '' && !text.includes(':') ? `https://${text}` : text;

/** All that can be said of one part of a menu: name, address, icon, who sees it. */
export function PartDialog({ part, isNew, onDone, onClose }: PartDialogProps) {
  const { t } = useMessages();
  const isLink = isLinkType(part.type);
  const [name, setName] = useState(part.name ?? '');
  const [url, setUrl] = useState(('url' in part && part.url) || '');
  const [icon, setIcon] = useState<MenuIcon | undefined>(part.icon);
  const [reach, setReach] = useState<Reach>(reachOf(part));
  const [types, setTypes] = useState<readonly string[]>(
    typeof part.audience === 'object' ? part.audience.accountTypes : [],
  );
  const [isHidden, setHidden] = useState(part.isHidden === true);
  const [wrong, setWrong] = useState<{ url?: string; types?: string }>({});

  function finish(event: FormEvent) {
    event.preventDefault();
    const address = whole(url.trim());
    const next = {
      ...(isLink && address !== '' && !isPublicAddress(address) && { url: t('menus.badAddress') }),
      ...(reach === 'types' && types.length === 0 && { types: t('menus.noTypes') }),
    };
    setWrong(next);
    if (Object.keys(next).length > 0) return;
    const { name: _, icon: __, audience: ___, isHidden: ____, ...rest } = part;
    onDone({
      ...rest,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(icon && { icon }),
      ...(isLink && { url: address === '' ? undefined : address }),
      ...(reach !== 'everyone' && {
        audience: reach === 'admins' ? reach : { accountTypes: [...types] },
      }),
      ...(isHidden && { isHidden: true }),
    } as DraftPart);
  }

  return (
    <Dialog
      title={t(isNew ? titles(part).added : titles(part).edited)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('menus.cancel')}</Button>
          <Button variant="primary" type="submit" form="menu-part">
            {t(isNew ? 'menus.addIt' : 'menus.done')}
          </Button>
        </>
      }
    >
      <form id="menu-part" onSubmit={finish} className="grid gap-5" noValidate>
        <TextField
          label={t('menus.name')}
          value={name}
          maxLength={menuLimits.name}
          placeholder={t(wordOf(part))}
          description={t('menus.nameBody')}
          onChange={setName}
        />
        {isLink && (
          <TextField
            label={t('menus.address')}
            type="url"
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            value={url}
            maxLength={menuLimits.url}
            placeholder="https://"
            description={t('menus.addressBody')}
            error={wrong.url}
            onChange={setUrl}
          />
        )}
        {part.type !== 'menu_section' && <IconPicker chosen={icon} onChoose={setIcon} />}
        <Audience
          reach={reach}
          onReach={setReach}
          types={types}
          onTypes={setTypes}
          error={wrong.types}
        />
        <Switch
          label={t('menus.hideLabel')}
          description={t('menus.hideBody')}
          isOn={isHidden}
          onChange={setHidden}
        />
      </form>
    </Dialog>
  );
}

const titles = ({ type }: DraftPart): { added: LabelKey; edited: LabelKey } =>
  type === 'menu_section'
    ? { added: 'menus.newSection', edited: 'menus.editSection' }
    : type === 'menu_group'
      ? { added: 'menus.newGroup', edited: 'menus.editGroup' }
      : { added: 'menus.newItem', edited: 'menus.editItem' };

/** A small set that suits menus; the first of them is the part's own. */
export function IconPicker({
  chosen,
  onChoose,
}: {
  chosen: MenuIcon | undefined;
  onChoose: (icon: MenuIcon | undefined) => void;
}) {
  const { t } = useMessages();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-bold">{t('menus.icon')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1">
        {([undefined, ...menuIcons] as const).map((icon) => (
          <label
            key={icon ?? ''}
            title={icon ? t(`icon.${icon}`) : t('menus.ownIcon')}
            className="relative grid h-11 cursor-pointer place-items-center rounded-control border border-transparent text-ink-2 hover:bg-fill has-checked:border-brand-text has-checked:bg-brand-soft has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:outline-brand-text"
          >
            <input
              type="radio"
              name="menu-icon"
              checked={icon === chosen}
              aria-label={icon ? t(`icon.${icon}`) : t('menus.ownIcon')}
              onChange={() => onChoose(icon)}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
            />
            {icon ? (
              <MenuDrawing name={icon} size={20} />
            ) : (
              <span className="text-xs font-bold">{t('menus.auto')}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AudienceProps {
  reach: Reach;
  onReach: (reach: Reach) => void;
  types: readonly string[];
  onTypes: (types: readonly string[]) => void;
  error: string | undefined;
}

function Audience({ reach, onReach, types, onTypes, error }: AudienceProps) {
  const { t } = useMessages();
  const known = useSchoolValues().accountTypes;
  // A type that nobody has any more can still be taken away.
  const offered = [...known, ...types.filter((type) => !known.includes(type))];
  return (
    <div className="grid gap-2">
      <Select<Reach>
        label={t('menus.audience')}
        value={reach}
        error={error}
        onChange={onReach}
        options={[
          { value: 'everyone', label: t('menus.everyone') },
          { value: 'types', label: t('menus.someTypes') },
          { value: 'admins', label: t('menus.forAdmins') },
        ]}
      />
      {reach === 'types' && (
        <div className="grid gap-x-4 sm:grid-cols-2">
          {offered.map((type) => (
            <Checkbox
              key={type}
              label={type}
              isChecked={types.includes(type)}
              onChange={(isChecked) =>
                onTypes(isChecked ? [...types, type] : types.filter((one) => one !== type))
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
