import type { PublicClub } from '#contract/clubs/public.endpoints.ts';
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

type PublicAnswer = { isIndexed: boolean } & ({ profile: PublicProfile } | { club: PublicClub });

const shownOf = (answer: PublicAnswer): Shown => {
  if ('club' in answer) {
    const { id, name, description, categories, cover, logo } = answer.club;
    const line = description === '' ? categories.join(' • ') : description;
    const path = `/clubs/${id}?share=1`;
    return { name, line, picture: cover ?? logo, path, type: 'website' };
  }
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
    ].join(''),
    isIndexed: page?.isIndexed ?? false,
  };
};
