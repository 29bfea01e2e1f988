import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Settings, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { appearance, chooseAppearance } from '../lib/appearance.ts';
import { locales, useMessages, type Locale } from '../lib/messages.ts';
import { useUser } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { chooseLanguage } from './choose-language.ts';
import { logOut } from './log-out.ts';
import { closeMenus } from './menus.ts';

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-fill';

/** The user's menu, opened with their picture. Inside More, the main menu is between its two parts. */
export function PersonMenu() {
  return (
    <div className="grid gap-1 p-2 max-sm:pt-6 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]">
      <UserMenuHeader />
      <UserMenuItems />
    </div>
  );
}

/** The user's name, with a link to their profile. */
export function UserMenuHeader() {
  const { t } = useMessages();
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <div className="flex items-center gap-3 px-3 py-2">
        <Avatar name={name} photoUrl={user.photoUrl} />
        <div className="min-w-0">
          <p className="font-bold">{name}</p>
          <p className="text-sm text-ink-2">
            {[user.accountType, user.yearOfGraduation].filter(Boolean).join(' • ')}
          </p>
        </div>
      </div>
      <Link to={paths.profile} onClick={closeMenus} className={row}>
        <UserRound size={20} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        {t('menu.viewProfile')}
      </Link>
    </>
  );
}

/** The user's settings and choices, and Log out. */
export function UserMenuItems() {
  const messages = useMessages();
  const { t, locale } = messages;
  const user = useUser();
  const look = useStore(appearance);
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    if (await logOut(messages)) return;
    setLeaving(false);
    closeMenus();
  }

  return (
    <>
      <Link to={paths.settings} onClick={closeMenus} className={row}>
        <Settings size={20} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        {t('menu.settings')}
      </Link>
      {user.permissions.length > 0 && (
        <Link to={paths.admin} onClick={closeMenus} className={row}>
          <ShieldCheck size={20} strokeWidth={1.75} aria-hidden className="text-ink-3" />
          {t('menu.admin')}
        </Link>
      )}
      <div className="grid gap-2 px-3 pt-2 pb-3">
        <Segmented
          label={t('appearance.label')}
          isBlock
          value={look}
          onChange={chooseAppearance}
          options={[
            { value: 'light', label: t('appearance.light'), icon: Sun },
            { value: 'dark', label: t('appearance.dark'), icon: Moon },
            { value: 'system', label: t('appearance.system'), icon: Monitor },
          ]}
        />
        <Select<Locale>
          label={t('language.label')}
          isLabelHidden
          value={locale}
          onChange={(next) => void chooseLanguage(next)}
          options={(Object.keys(locales) as Locale[]).map((value) => ({
            value,
            label: locales[value],
          }))}
        />
      </div>
      <div className="border-t border-line pt-1">
        <button
          type="button"
          onClick={() => void leave()}
          aria-disabled={isLeaving}
          className={row}
        >
          <LogOut
            size={20}
            strokeWidth={1.75}
            aria-hidden
            className="text-ink-3 rtl:-scale-x-100"
          />
          {isLeaving ? t('menu.loggingOut') : t('menu.logOut')}
        </button>
      </div>
    </>
  );
}
