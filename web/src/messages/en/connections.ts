export const connections = {
  'connect.offTitle': 'Connections are switched off',
  'connect.offBody':
    'Your school has chosen not to use them. You still find everybody in the directory.',
  'connections.incoming': 'Requests',
  'connections.sent': 'Sent',
  'connections.connected': 'Connected',
  'connections.incomingSince': 'Asked {when}',
  'connections.sentSince': 'Sent {when}',
  'connections.incomingNone': 'No requests are waiting',
  'connections.incomingNoneBody': 'When somebody asks to connect with you, you answer here.',
  'connections.sentNone': 'No requests are on their way',
  'connections.sentNoneBody': 'People you ask to connect stand here until they answer.',
  'connections.connectedNone': 'Nobody yet',
  'connections.connectedNoneBody':
    'Find the people of your courses, clubs and dorm, and ask them to connect.',
  'connections.find': 'Find people',
} as const;
