import { Link } from '../../lib/router/link.tsx';
import { Outlet } from '../../lib/router/outlet.tsx';
import { useMessages } from '../../lib/messages.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { settingsSections } from './sections.ts';

/** The sections beside (on phones above) the one that is open. */
export function SettingsPage() {
  const { t } = useMessages();
  return (
    <Page width="read">
      <PageHeader title={t('settings.title')} />
      <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label={t('settings.sections')} className="min-w-0 lg:sticky lg:top-6">
          <ul className="-mx-4 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 lg:grid lg:grid-cols-1">
            {settingsSections.map(({ to, label, icon: Icon }) => (
              <li key={to} className="max-lg:shrink-0">
                <Link
                  to={to}
                  resetScroll={false}
                  className="flex min-h-10 items-center gap-2.5 rounded-control px-3 font-medium max-sm:flex-col max-sm:gap-1 max-sm:min-w-18 max-sm:px-2 max-sm:py-2 max-sm:text-xs text-ink-2 transition-colors duration-150 hover:bg-fill-2 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text touch:min-h-11"
                >
                  <Icon size={20} strokeWidth={1.75} aria-hidden />
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-2xl min-w-0 gap-4 lg:gap-5">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
