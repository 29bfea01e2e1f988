import { Link, useLocation } from '@tanstack/react-router';
import { useParams } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  CalendarClock,
  CalendarDays,
  Code,
  Inbox,
  MessageCircle,
  Medal,
  Shapes,
  Ticket,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages, type LabelKey } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
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

const clubs: Section = { title: 'nav.clubs', body: 'coming.clubsBody', icon: Shapes };
const sections: Readonly<Record<string, Section>> = {
  [paths.calendar]: { title: 'nav.calendar', body: 'coming.calendarBody', icon: CalendarDays },
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
  const { hubId } = useParams();
  // Of all these addresses only that of clubs has a hub in it.
  const { title, body, icon } =
    (hubId === undefined ? sections[pathname.toLowerCase()] : undefined) ?? clubs;
  return (
    <Page width="read">
      <PageHeader
        title={t(title)}
        {...(hubId !== undefined && hubId !== '_' && { note: <HubName id={hubId} /> })}
      />
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

/** The hub of the address, if the reader belongs to it. */
function HubName({ id }: { id: string }) {
  const { data } = useQuery(callQuery('GET /api/v1/hubs', {}));
  return <bdi>{data?.items.find((hub) => hub.id === id)?.name}</bdi>;
}
