import type { NewsletterAudience } from '#contract/newsletters/endpoints.ts';
import { newClientId } from '#contract/client-id.ts';
import { call } from '../../lib/call.ts';
import { addEnglish } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { upload } from '../../lib/upload.ts';
import { paths } from '../../paths.ts';
import { AudienceFields } from './audience-fields.tsx';
import type { Desk } from './desk.ts';
import { NewsletterDesk } from './newsletter-desk.tsx';
import { NewsletterList } from './newsletter-list.tsx';
import { pageSize } from './newsletters.data.ts';
import english from './messages/en.json';

addEnglish(english);

const listCall = 'GET /api/v1/newsletters';
const readCall = 'GET /api/v1/newsletters/{id}';
const reachCall = 'POST /api/v1/newsletters/reach';

export const ofSchool: Desk<NewsletterAudience> = {
  words: {
    title: 'newsletters.title',
    new: 'newsletters.new',
    none: 'newsletters.none',
    noneBody: 'newsletters.noneBody',
    back: 'newsletters.back',
    used: 'newsletters.used',
    deleted: 'newsletters.deleted',
    audienceBody: 'newsletters.audienceBody',
  },
  listKey: [listCall],
  list: (pageOffset) => call(listCall, { pageOffset, pageSize }),
  key: (id) => [readCall, { id }],
  read: (id) => call(readCall, { id }),
  create: (like) =>
    call('POST /api/v1/newsletters', {
      clientId: newClientId(),
      ...(like !== undefined && { like }),
    }),
  update: (id, version, draft) =>
    call('PATCH /api/v1/newsletters/{id}', { id, version, ...draft, blocks: [...draft.blocks] }),
  schedule: (id, version, at) =>
    call('POST /api/v1/newsletters/{id}/schedule', { id, version, at }),
  withdraw: (id) => call('POST /api/v1/newsletters/{id}/withdraw', { id }),
  remove: (id) => call('DELETE /api/v1/newsletters/{id}', { id }),
  test: (id) => call('POST /api/v1/newsletters/{id}/test', { id }),
  reachKey: (audience) => [reachCall, audience],
  reach: (audience) => call(reachCall, audience),
  upload: (file, way) => upload('POST /api/v1/newsletters/pictures', { upload: file }, way),
  link: (id) => ({ to: paths.adminNewsletters, search: id === undefined ? {} : { id } }),
  Audience: AudienceFields,
};

/** Newsletters of the school: the list, or the one that is open. */
export function NewslettersSection() {
  const { id } = useSearch();
  return id === undefined ? (
    <NewsletterList desk={ofSchool} />
  ) : (
    <NewsletterDesk key={id} desk={ofSchool} id={id} />
  );
}
