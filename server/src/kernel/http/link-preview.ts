import type { PublicClub } from '#contract/clubs/public.endpoints.ts';
import type { PublicEvent } from '#contract/events/public.endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { documentPath } from '#contract/record/limits.ts';
import type { School } from '#contract/schools/endpoints.ts';
import type { PublicProfile } from '#contract/sharing/endpoints.ts';
import { escapeHtml } from './escape-html.ts';

/** What the head of a page says to those who do not run it: previews of links (https://ogp.me) and search engines. */
export interface LinkPreview {
  /** Elements of the head, with the title first. */
  readonly head: string;
  readonly isIndexed: boolean;
}

const meta = (name: 'property' | 'name', key: string, content: string) =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}">`;

/** What a preview says of a page. */
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

/** When and where an event is, in the words of https://schema.org/Event; of whole days dates alone. */
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

/** The day and hour of an event by the clock of its zone, and where it is. */
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
  // Whose document it is says the page itself, to whoever opened it.
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

/** Data, not a script: no browser runs it. Without `<` nothing in it can end the block. */
const dataBlock = (event: PublicEvent, url: string, picture: string | null): string =>
  `<script type="application/ld+json">${JSON.stringify(eventData(event, { url, picture })).replaceAll('<', '\\u003c')}</script>`;

/**
 * The preview of a public page, from the answer it begins with: name, the line under it, picture. `answer`: its JSON; null where the
 * page is not shared, of which the preview says no more than the school's name. `origin`: of the school. `pictureUrl`: the address
 * under which other sites may show a picture.
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
