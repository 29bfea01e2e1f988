export const coming = {
  'coming.title': 'Diesen Bereich gibt es noch nicht',
  'coming.calendar': 'Kalender',
  'coming.calendarBody':
    'Hier stehen einmal deine Vorlesungen, Treffen deiner Gruppen und Veranstaltungen nebeneinander.',
  'coming.cct': 'Nachweis neben dem Studium',
  'coming.cctBody':
    'Hier sammelt sich einmal, was du neben dem Studium tust: Gruppen, Ämter, Veranstaltungen und Schulungen.',
  'coming.chatBody': 'Hier sind einmal deine Gespräche mit Kontakten und Gruppen.',
  'coming.courses': 'Kurse',
  'coming.coursesBody': 'Hier sind einmal deine Kurse mit ihren Leuten, Terminen und Unterlagen.',
  'coming.developmentBody':
    'Wer auf diesem Campus aufbaut, findet hier einmal Schlüssel, Beispiele und die Beschreibung der API.',
  'coming.eventsBody': 'Hier steht einmal, was auf dem Campus geschieht, und du kannst zusagen.',
  'coming.finances': 'Finanzen',
  'coming.financesBody':
    'Hier stehen einmal Rechnungen, Fristen und Sperren deines Kontos, nur für dich.',
  'coming.inboxBody': 'Hier kommen einmal Newsletter und Mitteilungen deiner Hochschule an.',
  'coming.clubs': 'Gruppen',
  'coming.clubsBody': 'Hier sind einmal die Gruppen deiner Hochschule, zum Umsehen und Beitreten.',
};
