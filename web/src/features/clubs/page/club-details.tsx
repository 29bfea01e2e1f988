import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  Globe,
  History,
  Link2,
  Mail,
  MapPin,
  Shapes,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { getClubAbout } from '#contract/clubs/calls.ts';
import type { DuesPlan } from '#contract/dues/endpoints.ts';
import { isolate } from '../../../lib/apart.ts';
import { dateFormat } from '../../../lib/date-format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { paths } from '../../../paths.ts';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { meetingText } from '../meeting-text.ts';

type About = ReplyOf<typeof getClubAbout>;

/** Returns an address without its scheme, such as “instagram.com/ridgetrail”. */
const shortAddress = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

type Details = Pick<
  About,
  'meetings' | 'cost' | 'email' | 'url' | 'links' | 'address' | 'founded' | 'parent' | 'children'
>;

interface ClubDetailsProps {
  about: Details;
  plans: readonly DuesPlan[];
  /** Draws the list, unless the club has no details. */
  children: (list: ReactNode) => ReactNode;
}

/** The practical details of a club. Empty ones aren't shown. */
export function ClubDetails({ about, plans, children: draw }: ClubDetailsProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { meetings, cost, email, url, links, address, founded, parent, children } = about;
  const offered = plans.filter(({ isArchived }) => !isArchived);
  const rows: readonly (readonly [LucideIcon, string, ReactNode])[] = [
    ...(meetings.length === 0
      ? []
      : [
          [
            CalendarClock,
            t('clubs.meets'),
            <ul key="meetings" className="grid gap-2">
              {meetings.map((meeting, at) => (
                // A meeting has no other name than its place.
                // eslint-disable-next-line react/no-array-index-key
                <li key={at}>
                  <span className="block font-medium">{meetingText(meeting, messages)}</span>
                  {meeting.location !== '' && (
                    <bdi className="block wrap-anywhere text-ink-2">{meeting.location}</bdi>
                  )}
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    ...(offered.length === 0 && cost === ''
      ? []
      : [
          [
            Wallet,
            t('clubs.cost'),
            <div key="cost" className="grid gap-1">
              {offered.map(({ id, name, amount, months }) => (
                <p key={id}>
                  {t('clubs.duesPlan', {
                    name: isolate(name),
                    amount: moneyText(locale, amount),
                    count: months,
                  })}
                </p>
              ))}
              {cost !== '' && (
                <p dir="auto" className="page-start wrap-anywhere">
                  {cost}
                </p>
              )}
            </div>,
          ] as const,
        ]),
    ...(email === null
      ? []
      : [
          [
            Mail,
            t('clubs.email'),
            <a key="email" href={`mailto:${email}`} dir="ltr" className="text-link wrap-anywhere">
              {email}
            </a>,
          ] as const,
        ]),
    ...(url === null
      ? []
      : [[Globe, t('clubs.website'), <Outward key="url" url={url} />] as const]),
    ...(links.length === 0
      ? []
      : [
          [
            Link2,
            t('clubs.links_title'),
            <ul key="links" className="grid gap-1">
              {links.map((link) => (
                <li key={link}>
                  <Outward url={link} />
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    ...(address === ''
      ? []
      : [
          [
            MapPin,
            t('clubs.address'),
            <bdi key="address" className="wrap-anywhere">
              {address}
            </bdi>,
          ] as const,
        ]),
    ...(founded === null
      ? []
      : [
          [
            History,
            t('clubs.founded'),
            dateFormat(locale, { year: 'numeric', timeZone: 'UTC' }).format(
              new Date(`${founded}-01-01T00:00:00Z`),
            ),
          ] as const,
        ]),
    ...(parent === null
      ? []
      : [[Shapes, t('clubs.partOf'), <Related key="parent" clubs={[parent]} />] as const]),
    ...(children.length === 0
      ? []
      : [[Shapes, t('clubs.parts'), <Related key="children" clubs={children} />] as const]),
  ];
  if (rows.length === 0) return null;
  return draw(
    <DefinitionList>
      {rows.map(([icon, term, value]) => (
        <Definition key={term} icon={icon} term={term}>
          {value}
        </Definition>
      ))}
    </DefinitionList>,
  );
}

/** A link to a page outside of Commons. */
function Outward({ url }: { url: string }) {
  const { t } = useMessages();
  return (
    <a
      href={url}
      dir="ltr"
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-link wrap-anywhere"
    >
      {shortAddress(url)}
      <span className="sr-only"> ({t('menu.newTab')})</span>
    </a>
  );
}

function Related({ clubs }: { clubs: readonly { id: string; name: string }[] }) {
  return (
    <ul className="grid gap-1">
      {clubs.map((club) => (
        <li key={club.id}>
          <Link
            to={paths.club}
            params={{ clubId: club.id }}
            dir="auto"
            className="text-link wrap-anywhere"
          >
            {club.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
