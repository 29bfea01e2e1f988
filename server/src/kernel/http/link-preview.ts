import type { PublicClub } from '#contract/clubs/public.endpoints.ts';
import type { PublicEvent } from '#contract/events/public.endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { documentPath } from '#contract/record/limits.ts';
import type { School } from '#contract/schools/endpoints.ts';
import type { PublicProfile } from '#contract/sharing/endpoints.ts';
import { escapeHtml } from './escape-html.ts';

/** The head of a page for clients that don't run it: link previews (https://ogp.me) and search engines. */
export interface LinkPreview {
  /** Elements of the head, with the title first. */
  readonly head: string;
  readonly isIndexed: boolean;
}

const meta = (name: 'property' | 'name', key: string, content: string) =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}">`;

/** The content of a preview. */
interface Shown {
  readonly name: string;
  readonly line: string;
  readonly picture: string | null;
  readonly path: string;
  readonly type: 'profile' | 'website';
}

type PublicAnswer = { isIndexed: boolean } & (
  | { profile: PublicProfile }
  | { club: PublicClub }
  | { event: PublicEvent }
  | { document: PublicDocument }
);

/** Returns the structured data of an event (https://schema.org/Event). All-day events have dates without times. */
const eventData = (
  event: PublicEvent,
  { url, picture }: { url: string; picture: string | null },
): object => {
  const time = (text: string) =>
    event.isAllDay
      ? new Date(text).toLocaleDateString('sv-SE', { timeZone: event.timeZone })
      : text;
  const place = {
    '@type': 'Place',
    name: event.location,
    ...(event.address !== '' && { address: event.address }),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    startDate: time(event.dateStart),
    endDate: time(event.dateEnd),
    eventStatus: `https://schema.org/${event.isCanceled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${event.isOnline ? (event.location === '' ? 'Online' : 'Mixed') : 'Offline'}EventAttendanceMode`,
    location: event.location === '' && event.isOnline ? { '@type': 'VirtualLocation', url } : place,
    organizer: { '@type': 'Organization', name: event.host },
    url,
    ...(picture !== null && { image: picture }),
  };
};

/** Returns the event's date and time in its time zone, and its location. */
const eventLine = (event: PublicEvent): string => {
  const when = new Date(event.dateStart).toLocaleString('sv-SE', {
    timeZone: event.timeZone,
    dateStyle: 'short',
    ...(!event.isAllDay && { timeStyle: 'short' }),
  });
  return [when, event.location, event.host].filter((part) => part !== '').join(' • ');
};

const shownOf = (answer: PublicAnswer): Shown => {
  if ('event' in answer) {
    const { id, title, cover } = answer.event;
    return {
      name: title,
      line: eventLine(answer.event),
      picture: cover,
      path: `/events/${id}?share=1`,
      type: 'website',
    };
  }
  if ('club' in answer) {
    const { id, name, description, categories, cover, logo } = answer.club;
    const line = description === '' ? categories.join(' • ') : description;
    const path = `/clubs/${id}?share=1`;
    return { name, line, picture: cover ?? logo, path, type: 'website' };
  }
  // Only the page itself shows the document's owner.
  if ('document' in answer)
    return {
      name: '',
      line: '',
      picture: null,
      path: documentPath(answer.document.code),
      type: 'website',
    };
  const person = answer.profile;
  const joined = (parts: readonly unknown[], between: string) =>
    parts.filter((part) => part !== undefined && part !== '').join(between);
  return {
    name: joined([person.firstName, person.lastName], ' '),
    line: joined([person.accountType, person.yearOfGraduation, person.major], ' • '),
    picture: person.photoUrl,
    path: `/student_profile?uid=${person.uid}&share=1`,
    type: 'profile',
  };
};

/** A data block, which browsers don't run. Without `<`, nothing in it can end the block. */
const dataBlock = (event: PublicEvent, url: string, picture: string | null): string =>
  `<script type="application/ld+json">${JSON.stringify(eventData(event, { url, picture })).replaceAll('<', '\\u003c')}</script>`;

/**
 * Returns the preview of a public page: name, subtitle and picture. `answer` is the JSON of the page's first call; if it is null, the page
 * isn't shared, and the preview only has the school's name. `origin` is the school's. `pictureUrl` returns the address under which other
 * sites can show a picture.
 */
export const linkPreviewOf = (
  school: School,
  answer: string | null,
  { origin, pictureUrl }: { origin: string; pictureUrl: (url: string) => string },
): LinkPreview => {
  const page = answer === null ? null : (JSON.parse(answer) as PublicAnswer);
  const shown = page === null ? null : shownOf(page);
  const name = shown?.name ?? '';
  const title = name === '' ? school.name : `${name} · ${school.name}`;
  const line = shown?.line ?? '';
  const picture = shown?.picture ?? school.logo;
  return {
    head: [
      `<title>${escapeHtml(title)}</title>`,
      meta('property', 'og:site_name', school.name),
      meta('property', 'og:title', title),
      meta('property', 'og:type', shown?.type ?? 'website'),
      ...(shown === null ? [] : [meta('property', 'og:url', `${origin}${shown.path}`)]),
      ...(line === ''
        ? []
        : [meta('property', 'og:description', line), meta('name', 'description', line)]),
      ...(picture === null
        ? []
        : [
            meta('property', 'og:image', `${origin}${pictureUrl(picture)}`),
            meta('name', 'twitter:card', 'summary'),
          ]),
      ...(page !== null && 'event' in page && shown !== null
        ? [
            dataBlock(
              page.event,
              `${origin}${shown.path}`,
              picture === null ? null : `${origin}${pictureUrl(picture)}`,
            ),
          ]
        : []),
    ].join(''),
    isIndexed: page?.isIndexed ?? false,
  };
};
