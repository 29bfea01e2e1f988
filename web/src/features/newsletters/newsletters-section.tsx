import type { NewsletterAudience } from '#contract/newsletters/endpoints.ts';
import { newClientId } from '#contract/client-id.ts';
import {
  countNewsletterReach,
  createNewsletter,
  deleteNewsletter,
  listNewsletters,
  readNewsletter,
  scheduleNewsletter,
  testNewsletter,
  updateNewsletter,
  uploadNewsletterPicture,
  withdrawNewsletter,
} from '#contract/newsletters/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { upload } from '../../lib/upload.ts';
import { paths } from '../../paths.ts';
import { AudienceFields } from './audience-fields.tsx';
import type { EmailEditorConfig } from './email-editor-config.ts';
import { EmailEditor } from './email-editor.tsx';
import { NewsletterList } from './newsletter-list.tsx';
import { pageSize } from './newsletters.data.ts';
import english from './messages/en.json';

addEnglish(english);

export const ofSchool: EmailEditorConfig<NewsletterAudience> = {
  texts: {
    title: 'newsletters.title',
    new: 'newsletters.new',
    none: 'newsletters.none',
    noneBody: 'newsletters.noneBody',
    back: 'newsletters.back',
    used: 'newsletters.used',
    deleted: 'newsletters.deleted',
    audienceBody: 'newsletters.audienceBody',
  },
  listKey: [listNewsletters],
  list: (pageOffset) => call(listNewsletters, { pageOffset, pageSize }),
  key: (id) => [readNewsletter, { id }],
  read: (id) => call(readNewsletter, { id }),
  create: (like) =>
    call(createNewsletter, {
      clientId: newClientId(),
      ...(like !== undefined && { like }),
    }),
  update: (id, version, draft) =>
    call(updateNewsletter, { id, version, ...draft, blocks: [...draft.blocks] }),
  schedule: (id, version, at) => call(scheduleNewsletter, { id, version, at }),
  withdraw: (id) => call(withdrawNewsletter, { id }),
  remove: (id) => call(deleteNewsletter, { id }),
  test: (id) => call(testNewsletter, { id }),
  audienceSizeKey: (audience) => [countNewsletterReach, audience],
  getAudienceSize: (audience) => call(countNewsletterReach, audience),
  upload: (file, way) => upload(uploadNewsletterPicture, { upload: file }, way),
  link: (id) => ({ to: paths.adminNewsletters, search: id === undefined ? {} : { id } }),
  Audience: AudienceFields,
};

/** School newsletters: the list, or the open one. */
export function NewslettersSection() {
  const { id } = useSearch();
  return id === undefined ? (
    <NewsletterList config={ofSchool} />
  ) : (
    <EmailEditor key={id} config={ofSchool} id={id} />
  );
}
