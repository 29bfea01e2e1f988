import type { Messages } from '../../lib/messages.ts';
import { destinationOf, wordOf } from '../../shell/menu-kinds.ts';
import { kindOfPart, needsAddress, type DraftPart } from './menu-draft.ts';

/** What a part is called, as people read it. */
export const nameOf = (part: DraftPart, { t }: Messages): string => part.name ?? t(wordOf(part));

/** Why a part does not show, or not to everybody; empty where it shows to all. */
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
