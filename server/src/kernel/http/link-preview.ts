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

/**
 * The preview of a public page, from the answers it begins with: name, the line under it, picture. `profile`: the answer's JSON;
 * null where the page is not shared, of which the preview says no more than the school's name. `origin`: of the school. `pictureUrl`: the address
 * under which other sites may show a picture.
 */
export const linkPreviewOf = (
  school: School,
  profile: string | null,
  { origin, pictureUrl }: { origin: string; pictureUrl: (url: string) => string },
): LinkPreview => {
  const answer =
    profile === null
      ? null
      : (JSON.parse(profile) as { profile: PublicProfile; isIndexed: boolean });
  const person = answer?.profile;
  const name =
    person === undefined
      ? ''
      : [person.firstName, person.lastName].filter((part) => part !== '').join(' ');
  const title = name === '' ? school.name : `${name} · ${school.name}`;
  const line = [person?.accountType, person?.yearOfGraduation, person?.major]
    .filter((part) => part !== undefined)
    .join(' • ');
  const picture = person?.photoUrl ?? school.logo;
  return {
    head: [
      `<title>${escapeHtml(title)}</title>`,
      meta('property', 'og:site_name', school.name),
      meta('property', 'og:title', title),
      meta('property', 'og:type', person === undefined ? 'website' : 'profile'),
      ...(person === undefined
        ? []
        : [meta('property', 'og:url', `${origin}/student_profile?uid=${person.uid}&share=1`)]),
      ...(line === ''
        ? []
        : [meta('property', 'og:description', line), meta('name', 'description', line)]),
      ...(picture === null
        ? []
        : [
            meta('property', 'og:image', `${origin}${pictureUrl(picture)}`),
            meta('name', 'twitter:card', 'summary'),
          ]),
    ].join(''),
    isIndexed: answer?.isIndexed ?? false,
  };
};
