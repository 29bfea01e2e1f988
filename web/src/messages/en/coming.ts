export const coming = {
  'coming.title': 'Coming soon',
  'coming.bookingBody': 'Pick a time with an adviser or an office.',
  'coming.calendarBody': 'Lectures, club meetings and events in one place.',
  'coming.cctBody': 'Your activities outside class: clubs, roles, events and training.',
  'coming.chatBody': 'Message your connections and clubs.',
  'coming.coursesBody': 'Your courses, classmates, dates and materials.',
  'coming.developmentBody': 'API keys, examples and reference for developers.',
  'coming.eventsBody': 'See what’s happening on campus and RSVP.',
  'coming.financesBody': 'Your bills, due dates and holds. Only you can see them.',
  'coming.inboxBody': 'Newsletters and announcements from your school.',
  'coming.clubsBody': 'Browse and join clubs and groups.',
} as const;
