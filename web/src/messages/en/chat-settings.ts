export const chatSettings = {
  'chatSettings.title': 'Chat',
  'chatSettings.who': 'Who may write to whom',
  'chatSettings.whoBody':
    'Those who run the campus and advisers may write to everybody, and be answered.',
  'chatSettings.between': 'People write to',
  'chatSettings.who_connections': 'Their connections',
  'chatSettings.who_groups': 'Connections, and people they share a hub with',
  'chatSettings.who_anyone': 'Anyone at school',
  'chatSettings.requests': 'Let others ask with one message',
  'chatSettings.requestsBody':
    'It waits among the requests of whom they write to, who may accept, decline or block.',
  'chatSettings.button': 'Message button',
  'chatSettings.buttonBody':
    'In a host’s page it asks that page to open its own chat, whatever you choose here.',
  'chatSettings.standalone': 'Message opens a conversation here',
  'chatSettings.standaloneBody':
    'Off: on cards and profiles it stands greyed outside a host’s page. Chat in the menu works in both cases.',
  'chatSettings.keep': 'How long messages are kept',
  'chatSettings.keepBody':
    'Older messages are removed for everybody, with their files. What was reported stays with its report.',
  'chatSettings.keepFor': 'Keep messages',
  'chatSettings.keepAlways': 'For good',
  'chatSettings.days': { one: '{count} day', other: '{count} days' },
  'chatSettings.sureTitle': 'Remove older messages?',
  'chatSettings.sure': {
    one: 'From now on messages older than {count} day are removed for everybody. They do not come back.',
    other:
      'From now on messages older than {count} days are removed for everybody. They do not come back.',
  },
  'chatSettings.sureYes': 'Remove them',
  'chatSettings.saved': 'This holds now.',
  'chatSettings.own': 'In chat',
  'chatSettings.ownBody': 'Who shows nothing sees nothing of the same of others.',
  'chatSettings.presence': 'Show when I am here and writing',
  'chatSettings.receipts': 'Show what I have read',
} as const;
