export const chatSettings = {
  'chatSettings.title': 'Chat',
  'chatSettings.who': 'Wer wem schreiben darf',
  'chatSettings.whoBody':
    'Wer den Campus leitet oder berät, darf allen schreiben, und alle dürfen antworten.',
  'chatSettings.between': 'Personen schreiben',
  'chatSettings.who_connections': 'ihren Kontakten',
  'chatSettings.who_groups': 'ihren Kontakten und allen aus gemeinsamen Hubs',
  'chatSettings.who_anyone': 'allen an der Hochschule',
  'chatSettings.requests': 'Andere dürfen mit einer Nachricht anfragen',
  'chatSettings.requestsBody':
    'Sie wartet bei den Anfragen der Person, die annehmen, ablehnen oder blockieren kann.',
  'chatSettings.button': 'Knopf „Nachricht“',
  'chatSettings.buttonBody':
    'In einer Seite, die den Campus einbettet, öffnet er deren eigenen Chat, was immer du hier wählst.',
  'chatSettings.standalone': '„Nachricht“ öffnet hier eine Unterhaltung',
  'chatSettings.standaloneBody':
    'Aus: Auf Karten und Profilen ist er außerhalb solcher Seiten grau. Der Chat im Menü geht in beiden Fällen.',
  'chatSettings.keep': 'Wie lange Nachrichten bleiben',
  'chatSettings.keepBody':
    'Ältere Nachrichten werden bei allen entfernt, samt Dateien. Gemeldetes bleibt bei seiner Meldung.',
  'chatSettings.keepFor': 'Nachrichten behalten',
  'chatSettings.keepAlways': 'Für immer',
  'chatSettings.days': { one: '{count} Tag', other: '{count} Tage' },
  'chatSettings.sureTitle': 'Ältere Nachrichten entfernen?',
  'chatSettings.sure': {
    one: 'Ab jetzt werden Nachrichten, die älter als {count} Tag sind, bei allen entfernt. Sie kommen nicht zurück.',
    other:
      'Ab jetzt werden Nachrichten, die älter als {count} Tage sind, bei allen entfernt. Sie kommen nicht zurück.',
  },
  'chatSettings.sureYes': 'Entfernen',
  'chatSettings.saved': 'Das gilt jetzt.',
  'chatSettings.own': 'Im Chat',
  'chatSettings.ownBody': 'Wer etwas nicht zeigt, sieht es auch von anderen nicht.',
  'chatSettings.presence': 'Zeigen, wann ich da bin und schreibe',
  'chatSettings.receipts': 'Zeigen, was ich gelesen habe',
} as const;
