export const connections = {
  'connect.offTitle': 'Connections are off',
  'connect.offBody':
    'Your school has turned connections off. You can still find everyone in the directory.',
  'connections.incoming': 'Requests',
  'connections.sent': 'Sent',
  'connections.connected': 'Connected',
  'connections.incomingSince': 'Requested {when}',
  'connections.sentSince': 'Sent {when}',
  'connections.incomingNone': 'No pending requests',
  'connections.incomingNoneBody': 'When someone asks to connect, you’ll see it here.',
  'connections.sentNone': 'No sent requests',
  'connections.sentNoneBody': 'Requests you send stay here until they’re answered.',
  'connections.connectedNone': 'No connections yet',
  'connections.connectedNoneBody': 'Find people from your courses, clubs and dorm.',
  'connections.find': 'Find people',
} as const;
