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
import { hrefOf, openingOf } from '../saved-searches/saved-search.ts';

/** Something the palette offers: it leads somewhere, or it does something. */
export interface Choice {
  /** Unique; also what is remembered of a recent choice. */
  readonly id: string;
  readonly label: string;
  /** One line below or beside it. */
  readonly note?: string;
  readonly icon?: LucideIcon;
  /** A person or club: picture, or initials when null. */
  readonly photoUrl?: string | null;
  /** Of that picture; people are round. */
  readonly shape?: 'square';
  readonly href?: string;
  readonly run?: () => void;
}

/** Every page of the app that this person may open. */
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

/** The directory's searches that this person keeps. */
export const savedChoices = (items: readonly SavedSearch[], messages: Messages): Choice[] =>
  items.map((saved) => {
    const words = inWords(saved.params, messages);
    return {
      id: `saved:${saved.id}`,
      label: saved.name,
      icon: Bookmark,
      href: hrefOf(openingOf(saved)),
      ...(words !== '' && words !== saved.name && { note: words }),
    };
  });

/** What can be done from anywhere. */
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
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
const wordsOf = (text: string): string[] =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Choices of which every word that was typed begins a word; those whose name begins with the text come first. */
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
