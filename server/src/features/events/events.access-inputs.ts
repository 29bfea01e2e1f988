const missing = { id: '999' };
const clientId = '0190f0e0-0000-7000-8000-000000000001';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'events.list': { filters: '{"Search": "gala"}' },
  'events.days': { from: '2027-01-01', to: '2027-01-31', timeZone: 'Europe/Berlin' },
  'events.proposals': { club: '999' },
  'events.create': {
    clientId,
    title: 'Gala',
    dateStart: '2027-10-01T18:00:00Z',
    dateEnd: '2027-10-01T20:00:00Z',
    timeZone: 'Europe/Berlin',
    club: '999',
  },
  'events.read': missing,
  'events.calendar-file': missing,
  'events.settings': missing,
  'events.badges': { ...missing, size: 'small' },
  'events.next-free': { ...missing, occurrence: '2027-10-01T18:00:00' },
  'events.room-calendar': {
    ...missing,
    from: '2027-10-01T00:00:00Z',
    to: '2027-10-08T00:00:00Z',
  },
  'events.update': { ...missing, version: 1, title: 'Ball' },
  'events.answer-cohost': { ...missing, club: '999', accepts: true },
  'events.publish': { ...missing, version: 1 },
  'events.cancellation': missing,
  'events.refunds': missing,
  'events.preview-unregistering': missing,
  'events.cancel': { ...missing, reason: 'Storm' },
  'events.duplicate': { ...missing, clientId },
  'events.set-cover': missing,
  'events.remove-cover': missing,
  'events.register': { ...missing, guests: 0 },
  'events.unregister': missing,
  'events.registration': missing,
  'events.reminders-update': { reminders: [60] },
  'events.attendees': missing,
  'events.answer-invitation': { ...missing, isDeclined: true },
  'events.invitations': missing,
  'events.attendee-answers': { ...missing, uid: '{other}' },
  'events.change-attendees': { ...missing, uids: ['{other}'], act: 'register' },
  'events.export-attendees': missing,
  'events.check-in-kit': missing,
  'events.check-ins': {
    ...missing,
    scans: [{ clientId, uid: '{other}', at: '2027-10-01T18:00:00Z' }],
  },
  'events.paste-check-ins': { ...missing, text: '{other}' },
  'events.self-check-in-code': missing,
  'events.self-check-in': { ...missing, code: '123456' },
  'events.recommendations': { size: 3 },
  'events.recommendations-dismiss': { eventId: '999' },
  'events.recommendations-switch': { isOn: true },
  'events.public': missing,
  'events.delete': missing,
};

export const admitted = Object.fromEntries(
  Object.entries(inputs)
    .filter(([, input]) => 'id' in input || 'eventId' in input || 'club' in input)
    .map(([name]) => [name, 404]),
);
