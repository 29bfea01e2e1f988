export const coming = {
  'coming.title': 'This section is not available yet',
  'coming.calendar': 'Calendar',
  'coming.calendarBody':
    'Your lectures, club meetings and the events you go to will stand here side by side.',
  'coming.cct': 'Co-curricular transcript',
  'coming.cctBody':
    'What you do beside your courses will be collected here: clubs, offices held, events and training.',
  'coming.chatBody':
    'Conversations with the people you are connected with, and with your clubs, will be here.',
  'coming.courses': 'Courses',
  'coming.coursesBody': 'Your courses with their people, dates and material will be here.',
  'coming.developmentBody':
    'Those who build on this campus will find keys, examples and the reference of its API here.',
  'coming.eventsBody':
    'What happens on campus will be listed here, and you will be able to say that you come.',
  'coming.finances': 'Finances',
  'coming.financesBody':
    'Bills, due dates and holds on your account will stand here, for your eyes only.',
  'coming.inboxBody': 'Newsletters and notices from your school will arrive here.',
  'coming.clubs': 'Clubs',
  'coming.clubsBody':
    'The clubs and groups of your school will be here, to look around in and to join.',
} as const;
