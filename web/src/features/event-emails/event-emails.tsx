import { useMemo } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { EventEmailAudience } from '#contract/event-emails/endpoints.ts';
import { call } from '../../lib/call.ts';
import { addEnglish } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { paths } from '../../paths.ts';
import type { EmailEditorConfig } from '../newsletters/email-editor-config.ts';
import newslettersEnglish from '../newsletters/messages/en.json';
import { pageSize } from '../newsletters/newsletters.data.ts';
import { SenderEmails } from '../newsletters/sender-emails.tsx';
import statusWords from 'messages:en/events.stat*';
import {
  countEventEmailReach,
  createEventEmail,
  deleteEventEmail,
  listEventEmails,
  readEventEmail,
  scheduleEventEmail,
  testEventEmail,
  updateEventEmail,
  uploadEventEmailPicture,
  withdrawEventEmail,
} from '#contract/event-emails/calls.ts';
import {
  AttendeeAudience,
  AttendeeRecipients,
  EventDates,
  type EventDate,
} from './attendee-audience.tsx';
import english from './messages/en.json';

addEnglish({ ...newslettersEnglish, ...statusWords, ...english });

/** Configures the shared email editor for an event. */
const aboutEvent = (event: string): EmailEditorConfig<EventEmailAudience> => ({
  texts: {
    title: 'eventEmails.title',
    new: 'eventEmails.new',
    none: 'eventEmails.none',
    noneBody: 'eventEmails.noneBody',
    back: 'eventEmails.back',
    used: 'eventEmails.used',
    deleted: 'eventEmails.deleted',
    audienceBody: 'eventEmails.audienceBody',
    noneReadOnly: 'eventEmails.noneReadOnly',
    returned: {
      title: 'eventEmails.returned',
      club: 'eventEmails.returned_club',
      sender: 'eventEmails.returned_sender',
    },
  },
  listKey: [listEventEmails, { id: event }],
  list: (pageOffset) => call(listEventEmails, { id: event, pageOffset, pageSize }),
  key: (email) => [readEventEmail, { id: event, email }],
  read: (email) => call(readEventEmail, { id: event, email }),
  create: (like) =>
    call(createEventEmail, {
      id: event,
      clientId: newClientId(),
      ...(like !== undefined && { like }),
    }),
  update: (email, version, { title, summary, blocks, audience }) =>
    call(updateEventEmail, {
      id: event,
      email,
      version,
      title,
      summary,
      blocks: [...blocks],
      audience,
    }),
  schedule: (email, version, at) => call(scheduleEventEmail, { id: event, email, version, at }),
  withdraw: (email) => call(withdrawEventEmail, { id: event, email }),
  remove: (email) => call(deleteEventEmail, { id: event, email }),
  test: (email) => call(testEventEmail, { id: event, email }),
  audienceSizeKey: (audience) => [countEventEmailReach, { id: event, ...audience }],
  getAudienceSize: (audience) => call(countEventEmailReach, { id: event, ...audience }),
  upload: (file, way) => upload(uploadEventEmailPicture, { id: event, upload: file }, way),
  link: (email) => ({
    to: paths.manageEvent,
    params: { eventId: event },
    search: { section: 'emails', ...(email !== undefined && { email }) },
  }),
  Audience: AttendeeAudience,
  Recipients: AttendeeRecipients,
});

/** Emails about an event to its attendees: the list, or the open one. */
export function EventEmails({ event, dates }: { event: string; dates: readonly EventDate[] }) {
  const config = useMemo(() => aboutEvent(event), [event]);
  return (
    <EventDates value={dates}>
      <SenderEmails config={config} />
    </EventDates>
  );
}
