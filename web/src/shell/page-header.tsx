import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { useSchool } from '../lib/school.ts';
import { useUser } from '../lib/session-store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BellLink } from './bell.tsx';
import { preloadMain } from './main-menu-part.ts';
import { openMain } from './menus.ts';
import { SearchButton } from './search-button.tsx';

/**
 * <PageHeader title="Directory" note="1,034 people">…controls at the end…</PageHeader>
 * Sets the page's title. On phones, it contains the user's picture, which opens the main menu.
 */
interface PageHeaderProps {
  title: string;
  /** The tab's title if the heading is a greeting. */
  pageTitle?: string;
  note?: ReactNode;
  /** A `BackLink`, shown above the title. */
  back?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, pageTitle = title, note, back, children }: PageHeaderProps) {
  const { t } = useMessages();
  const user = useUser();
  // A top bar already has both.
  const hasTopBar = useSchool().config.layout.topBar;
  usePageTitle(pageTitle);
  const tools = (
    <>
      {!hasTopBar && <SearchButton className="-me-2 md:hidden" />}
      <BellLink className="-me-2 md:hidden" />
      {!(hasTopBar && user.photoUrl) && (
        <button
          type="button"
          aria-label={t('menu.person', { name: user.firstName })}
          aria-haspopup="dialog"
          onPointerEnter={preloadMain}
          onClick={(event) => openMain(event.currentTarget)}
          className="-me-1 rounded-full p-1 md:hidden"
        >
          <Avatar
            name={`${user.firstName} ${user.lastName}`}
            photoUrl={user.photoUrl}
            size={2.25}
          />
        </button>
      )}
    </>
  );
  // With large text, the controls wrap below the heading, so that its text isn't cut off.
  const row = 'flex min-h-11 flex-wrap items-center justify-end gap-x-3 max-[24rem]:gap-x-1.5';
  const heading = (
    <div className="flex max-w-full min-w-min flex-1 flex-wrap items-baseline gap-x-3">
      <h1 className="min-w-0 wrap-break-word">{title}</h1>
      {note && <p className="text-ink-2">{note}</p>}
    </div>
  );
  if (back)
    return (
      <header className="grid">
        <div className="flex items-center justify-end gap-x-3 max-[24rem]:gap-x-1.5">
          <div className="min-w-0 flex-1">{back}</div>
          {tools}
        </div>
        <div className={row}>
          {heading}
          {children}
        </div>
      </header>
    );
  return (
    <header className={row}>
      {heading}
      {children}
      {tools}
    </header>
  );
}
