import type { Messages } from '../../lib/messages.ts';
import { destinationOf, wordOf } from '../../shell/menu-kinds.ts';
import { kindOfPart, needsAddress, type DraftPart } from './menu-draft.ts';

/** Returns the displayed name of a part. */
export const nameOf = (part: DraftPart, { t }: Messages): string => part.name ?? t(wordOf(part));

/** Returns the reasons why a part is hidden or limited to some people. Empty if everyone can see it. */
export function notesOf(part: DraftPart, { t, list }: Messages): string[] {
  const { audience } = part;
  const isLater =
    kindOfPart(part) === 'link' &&
    part.type !== 'menu_group' &&
    part.type !== 'menu_section' &&
    destinationOf(part.type)?.isBuilt === false;
  return [
    ...(part.isHidden ? [t('menus.hidden')] : []),
    ...(needsAddress(part) ? [t('menus.needsAddress')] : []),
    ...(isLater ? [t('menus.later')] : []),
    ...(audience === undefined
      ? []
      : [
          audience === 'admins'
            ? t('menus.forAdmins')
            : t('menus.forTypes', { types: list(audience.accountTypes) }),
        ]),
  ];
}
