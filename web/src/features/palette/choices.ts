import type { LucideIcon } from 'lucide-react';
import { Bookmark, House, Link2, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { chooseAppearance } from '../../lib/appearance.ts';
import type { Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { logOut } from '../../shell/log-out.ts';
import { builtDestinations } from '../../shell/menu-kinds.ts';
import { sectionsOf } from '../../shell/sections.ts';
import { showToast } from '../../ui/toasts.ts';
import { inWords } from '../saved-searches/saved-search-words.ts';
import { hrefOf, searchParamsOf } from '../saved-searches/saved-search.ts';

/** An item of the palette: a link or an action. */
export interface Choice {
  /** Unique. Recent items are stored by this ID. */
  readonly id: string;
  readonly label: string;
  /** A line below or next to the label. */
  readonly note?: string;
  readonly icon?: LucideIcon;
  /** The picture of a person or club, or initials if null. */
  readonly photoUrl?: string | null;
  /** The picture's shape. Pictures of people are round. */
  readonly shape?: 'square';
  readonly href?: string;
  readonly run?: () => void;
}

/** Returns all pages that the user can open. */
export function pageChoices(
  { t }: Messages,
  person: { permissions: AuthenticatedUser['permissions']; isConnectOn: boolean },
): Choice[] {
  const page = (to: string, label: string, icon: LucideIcon, note?: string): Choice => ({
    id: `page:${to}`,
    label,
    icon,
    href: to,
    ...(note !== undefined && { note }),
  });
  return [
    ...builtDestinations(person.isConnectOn).map(({ to, label, icon }) =>
      page(to, t(label), icon ?? House),
    ),
    page(paths.profile, t('menu.viewProfile'), UserRound),
    ...sectionsOf('settings', person.permissions).map(({ to, label, icon }) =>
      page(to, t(label), icon, t('settings.title')),
    ),
    ...sectionsOf('development', person.permissions).map(({ to, label, icon }) =>
      page(to, t(label), icon, t('nav.development')),
    ),
    ...sectionsOf('admin', person.permissions).map(({ to, label, icon }) =>
      page(to, t(label), icon, t('admin.title')),
    ),
  ];
}

/** Returns the user's saved directory searches. */
export const savedChoices = (items: readonly SavedSearch[], messages: Messages): Choice[] =>
  items.map((saved) => {
    const words = inWords(saved.params, messages);
    return {
      id: `saved:${saved.id}`,
      label: saved.name,
      icon: Bookmark,
      href: hrefOf(searchParamsOf(saved)),
      ...(words !== '' && words !== saved.name && { note: words }),
    };
  });

/** Returns the actions that are available everywhere. */
export function actionChoices(messages: Messages): Choice[] {
  const { t } = messages;
  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(
      () => showToast({ message: t('palette.copied') }),
      () => showAlert({ type: 'Error', message: t('palette.notCopied'), autoClose: true }),
    );
  return [
    {
      id: 'action:light',
      label: t('palette.themeLight'),
      icon: Sun,
      run: () => chooseAppearance('light'),
    },
    {
      id: 'action:dark',
      label: t('palette.themeDark'),
      icon: Moon,
      run: () => chooseAppearance('dark'),
    },
    {
      id: 'action:system',
      label: t('palette.themeSystem'),
      icon: Monitor,
      run: () => chooseAppearance('system'),
    },
    { id: 'action:copy', label: t('palette.copyLink'), icon: Link2, run: copyLink },
    { id: 'action:leave', label: t('menu.logOut'), icon: LogOut, run: () => void logOut(messages) },
  ];
}

const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]/gu, '')
    .toLocaleLowerCase();
const wordsOf = (text: string): string[] =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the items in which every typed word starts a word. Items whose name starts with the text are at the top. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [...choices];
  const fits = ({ label, note = '' }: Choice) => {
    const words = wordsOf(`${label} ${note}`);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  };
  const first = ({ label }: Choice) =>
    normalize(label).startsWith(normalize(text.trim())) ? 0 : 1;
  return choices.filter(fits).toSorted((a, b) => first(a) - first(b));
}
