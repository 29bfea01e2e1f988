import { useLocation } from '../../lib/router/hooks.ts';
import { Link } from '../../lib/router/link.tsx';
import { Outlet } from '../../lib/router/outlet.tsx';
import { useEffect, useRef } from 'react';
import { ShieldAlert } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { adminSections } from './sections.ts';

/** Running the campus: for those whose office it is. The server asks again with every call. */
export function AdminPage() {
  const { t } = useMessages();
  const user = useUser();
  const path = useLocation().pathname;
  const parts = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the parts do not fit beside one another: the present one is brought into view.
    const here = parts.current?.querySelector('[aria-current=page]');
    here?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  if (!user.isAdmin) {
    return (
      <Page width="read">
        <EmptyState isPage icon={ShieldAlert} title={t('admin.notYours')}>
          {t('admin.notYoursBody')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page width="read">
      <PageHeader title={t('admin.title')} />
      <nav aria-label={t('admin.sections')} className="mb-5">
        <ul ref={parts} className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
          {adminSections.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 items-center gap-2.5 rounded-control px-3 font-medium whitespace-nowrap text-ink-2 transition-colors duration-150 hover:bg-fill-2 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text"
              >
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </Page>
  );
}
