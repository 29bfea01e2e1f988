export const chatSettings = {
  'chatSettings.title': 'Chat',
  'chatSettings.who': 'Wer wem schreiben kann',
  'chatSettings.whoBody':
    'Admins und Beratende können allen schreiben, und alle können ihnen antworten.',
  'chatSettings.between': 'Personen können schreiben',
  'chatSettings.who_connections': 'ihren Kontakten',
  'chatSettings.who_groups': 'Kontakten und Personen im selben Hub',
  'chatSettings.who_anyone': 'allen an der Hochschule',
  'chatSettings.requests': 'Nachrichtenanfragen erlauben',
  'chatSettings.requestsBody':
    'Eine Nachricht; wer sie bekommt, kann annehmen, ablehnen oder blockieren.',
  'chatSettings.button': 'Knopf „Nachricht“',
  'chatSettings.buttonBody':
    'In einer Seite, die den Campus einbettet, öffnet „Nachricht“ immer deren eigenen Chat.',
  'chatSettings.standalone': '„Nachricht“ öffnet hier einen Chat',
  'chatSettings.standaloneBody':
    'Wenn aus, ist die Schaltfläche auf Karten und Profilen außerhalb einbettender Seiten nicht verfügbar. Der Chat im Menü funktioniert weiterhin.',
  'chatSettings.keep': 'Aufbewahrung von Nachrichten',
  'chatSettings.keepBody':
    'Ältere Nachrichten und Dateien werden für alle gelöscht. Gemeldete Nachrichten bleiben bei ihrer Meldung.',
  'chatSettings.keepFor': 'Nachrichten behalten',
  'chatSettings.keepAlways': 'Für immer',
  'chatSettings.days': { one: '{count} Tag', other: '{count} Tage' },
  'chatSettings.sureTitle': 'Ältere Nachrichten löschen?',
  'chatSettings.sure': {
    one: 'Nachrichten, die älter als {count} Tag sind, werden für alle gelöscht. Das lässt sich nicht rückgängig machen.',
    other:
      'Nachrichten, die älter als {count} Tage sind, werden für alle gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  'chatSettings.sureYes': 'Löschen',
  'chatSettings.saved': 'Gespeichert',
  'chatSettings.own': 'Privatsphäre im Chat',
  'chatSettings.ownBody': 'Was du ausschaltest, siehst du auch bei anderen nicht.',
  'chatSettings.presence': 'Zeigen, wann ich aktiv bin und tippe',
  'chatSettings.receipts': 'Lesebestätigungen senden',
} as const;
