import { Link, useLocation } from '@tanstack/react-router';
import {
  BookOpen,
  CalendarClock,
  Code,
  Inbox,
  MessageCircle,
  Medal,
  Ticket,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { addEnglish, useMessages, type LabelKey } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import english from './messages/en.json';

addEnglish(english);

interface Section {
  title: LabelKey;
  body: LabelKey;
  icon: LucideIcon;
}

const sections: Readonly<Record<string, Section>> = {
  [paths.booking]: { title: 'nav.booking', body: 'coming.bookingBody', icon: CalendarClock },
  [paths.cct]: { title: 'nav.record', body: 'coming.cctBody', icon: Medal },
  [paths.chat]: { title: 'nav.chat', body: 'coming.chatBody', icon: MessageCircle },
  [paths.courses]: { title: 'nav.courses', body: 'coming.coursesBody', icon: BookOpen },
  [paths.development]: { title: 'nav.development', body: 'coming.developmentBody', icon: Code },
  [paths.events]: { title: 'nav.events', body: 'coming.eventsBody', icon: Ticket },
  [paths.finances]: { title: 'nav.finances', body: 'coming.financesBody', icon: Wallet },
  [paths.inbox]: { title: 'nav.inbox', body: 'coming.inboxBody', icon: Inbox },
};

/** A section that is still to come: what belongs here, and a way on. A feature that builds it puts its own page into its `routes.ts`. */
export function ComingPage() {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const section = sections[pathname.toLowerCase()];
  if (section === undefined) return <NotFoundPage />;
  const { title, body, icon } = section;
  return (
    <Page width="read">
      <PageHeader title={t(title)} />
      <EmptyState
        icon={icon}
        title={t('coming.title')}
        action={
          <Link to={paths.home} className={buttonClass({})}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t(body)}
      </EmptyState>
    </Page>
  );
}
