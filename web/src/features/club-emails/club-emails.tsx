import { useMemo } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { ClubEmailAudience } from '#contract/club-emails/endpoints.ts';
import {
  countClubEmailReach,
  createClubEmail,
  deleteClubEmail,
  listClubEmails,
  readClubEmail,
  scheduleClubEmail,
  testClubEmail,
  updateClubEmail,
  uploadClubEmailPicture,
  withdrawClubEmail,
} from '#contract/club-emails/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { paths } from '../../paths.ts';
import type { EmailEditorConfig } from '../newsletters/email-editor-config.ts';
import newslettersEnglish from '../newsletters/messages/en.json';
import { pageSize } from '../newsletters/newsletters.data.ts';
import { SenderEmails } from '../newsletters/sender-emails.tsx';
import { MemberAudience, MemberRecipients } from './member-audience.tsx';
import english from './messages/en.json';

addEnglish(newslettersEnglish);
addEnglish(english);

/** Configures the shared email editor for a club. */
const ofClub = (club: string): EmailEditorConfig<ClubEmailAudience> => ({
  texts: {
    title: 'clubEmails.title',
    new: 'clubEmails.new',
    none: 'clubEmails.none',
    noneBody: 'clubEmails.noneBody',
    back: 'clubEmails.back',
    used: 'clubEmails.used',
    deleted: 'clubEmails.deleted',
    audienceBody: 'clubEmails.audienceBody',
    noneReadOnly: 'clubEmails.noneReadOnly',
    returned: {
      title: 'clubEmails.returned',
      club: 'clubEmails.returned_club',
      sender: 'clubEmails.returned_sender',
    },
  },
  listKey: [listClubEmails, { id: club }],
  list: (pageOffset) => call(listClubEmails, { id: club, pageOffset, pageSize }),
  key: (email) => [readClubEmail, { id: club, email }],
  read: (email) => call(readClubEmail, { id: club, email }),
  create: (like) =>
    call(createClubEmail, {
      id: club,
      clientId: newClientId(),
      ...(like !== undefined && { like }),
    }),
  update: (email, version, { title, summary, blocks, audience }) =>
    call(updateClubEmail, {
      id: club,
      email,
      version,
      title,
      summary,
      blocks: [...blocks],
      audience,
    }),
  schedule: (email, version, at) => call(scheduleClubEmail, { id: club, email, version, at }),
  withdraw: (email) => call(withdrawClubEmail, { id: club, email }),
  remove: (email) => call(deleteClubEmail, { id: club, email }),
  test: (email) => call(testClubEmail, { id: club, email }),
  audienceSizeKey: (audience) => [countClubEmailReach, { id: club, ...audience }],
  getAudienceSize: (audience) => call(countClubEmailReach, { id: club, ...audience }),
  upload: (file, way) => upload(uploadClubEmailPicture, { id: club, upload: file }, way),
  link: (email) => ({
    to: paths.manageClub,
    params: { clubId: club },
    search: { section: 'emails', ...(email !== undefined && { email }) },
  }),
  Audience: MemberAudience,
  Recipients: MemberRecipients,
});

/** A club's emails to its members: the list, or the open one. */
export function ClubEmails({ club }: { club: string }) {
  const config = useMemo(() => ofClub(club), [club]);
  return <SenderEmails config={config} />;
}
