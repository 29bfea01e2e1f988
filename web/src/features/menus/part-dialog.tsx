import { isLinkType, menuIcons, menuLimits, type MenuIcon } from '#contract/menus/items.ts';
import { addEnglish, useMessages, type LabelKey } from '../../lib/messages.ts';
import { MenuDrawing } from '../../shell/menu-drawing.tsx';
import { wordOf } from '../../shell/menu-kinds.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { DraftPart } from './menu-draft.ts';
import { useSchoolValues } from './menus.data.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

interface PartDialogProps {
  part: DraftPart;
  isNew: boolean;
  onDone: (part: DraftPart) => void;
  onClose: () => void;
}

type AudienceChoice = 'everyone' | 'types' | 'admins';
const audienceChoiceOf = ({ audience }: DraftPart): AudienceChoice =>
  audience === undefined ? 'everyone' : audience === 'admins' ? 'admins' : 'types';

interface Draft {
  name: string;
  url: string;
  icon: MenuIcon | undefined;
  reach: AudienceChoice;
  types: readonly string[];
  isHidden: boolean;
}
const { TextField, Select, Switch, OwnField } = fieldsOf<Draft>();

/** The server does the same check (contract/src/menus/endpoints.ts). */
const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

/** A pasted `example.edu/news` gets the https scheme. */
const whole = (text: string): string =>
  text !== '' && !text.includes(':') ? `https://${text}` : text;

/** Edits a part of a menu: name, URL, icon and audience. */
export function PartDialog({ part, isNew, onDone, onClose }: PartDialogProps) {
  const { t } = useMessages();
  const isLink = isLinkType(part.type);
  async function finish({ name, url, icon, reach, types, isHidden }: Draft) {
    const address = whole(url.trim());
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
    <FormDialog<Draft>
      title={t(isNew ? titles(part).added : titles(part).edited)}
      submitLabel={t(isNew ? 'menus.addIt' : 'menus.done')}
      defaultValues={{
        name: part.name ?? '',
        url: ('url' in part && part.url) || '',
        icon: part.icon,
        reach: audienceChoiceOf(part),
        types: typeof part.audience === 'object' ? part.audience.accountTypes : [],
        isHidden: part.isHidden === true,
      }}
      validate={({ url, reach, types }) => {
        const address = whole(url.trim());
        return {
          url:
            isLink && address !== '' && !isPublicAddress(address)
              ? t('menus.badAddress')
              : undefined,
          reach: reach === 'types' && types.length === 0 ? t('menus.noTypes') : undefined,
        };
      }}
      save={finish}
      onClose={onClose}
    >
      {({ reach }) => (
        <>
          <TextField
            name="name"
            label={t('menus.name')}
            maxLength={menuLimits.name}
            placeholder={t(wordOf(part))}
            description={t('menus.nameBody')}
          />
          {isLink && (
            <TextField
              name="url"
              label={t('menus.address')}
              type="url"
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              maxLength={menuLimits.url}
              placeholder="https://"
              description={t('menus.addressBody')}
            />
          )}
          {part.type !== 'menu_section' && (
            <OwnField name="icon">
              {({ value, onChange }) => <IconPicker chosen={value} onChoose={onChange} />}
            </OwnField>
          )}
          <div className="grid gap-2">
            <Select
              name="reach"
              label={t('menus.audience')}
              options={[
                { value: 'everyone', label: t('menus.everyone') },
                { value: 'types', label: t('menus.someTypes') },
                { value: 'admins', label: t('menus.forAdmins') },
              ]}
            />
            {reach === 'types' && (
              <OwnField name="types">
                {({ value, onChange }) => <AccountTypes chosen={value} onChoose={onChange} />}
              </OwnField>
            )}
          </div>
          <Switch name="isHidden" label={t('menus.hideLabel')} description={t('menus.hideBody')} />
        </>
      )}
    </FormDialog>
  );
}

const titles = ({ type }: DraftPart): { added: LabelKey; edited: LabelKey } =>
  type === 'menu_section'
    ? { added: 'menus.newSection', edited: 'menus.editSection' }
    : type === 'menu_group'
      ? { added: 'menus.newGroup', edited: 'menus.editGroup' }
      : { added: 'menus.newItem', edited: 'menus.editItem' };

/** A small set of icons for menus. The first is the part's default. */
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

function AccountTypes({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (types: readonly string[]) => void;
}) {
  const known = useSchoolValues().accountTypes;
  // A selected type can still be removed if no accounts have it anymore.
  const offered = [...known, ...chosen.filter((type) => !known.includes(type))];
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {offered.map((type) => (
        <Checkbox
          key={type}
          label={type}
          isChecked={chosen.includes(type)}
          onChange={(isChecked) =>
            onChoose(isChecked ? [...chosen, type] : chosen.filter((one) => one !== type))
          }
        />
      ))}
    </div>
  );
}
