export const coming = {
  'coming.title': 'Demnächst',
  'coming.calendar': 'Kalender',
  'coming.calendarBody': 'Vorlesungen, Gruppentreffen und Veranstaltungen an einem Ort.',
  'coming.cct': 'Nachweis neben dem Studium',
  'coming.cctBody':
    'Deine Aktivitäten neben dem Studium: Gruppen, Ämter, Veranstaltungen und Schulungen.',
  'coming.chatBody': 'Schreib deinen Kontakten und Gruppen.',
  'coming.courses': 'Kurse',
  'coming.coursesBody': 'Deine Kurse mit Leuten, Terminen und Unterlagen.',
  'coming.developmentBody':
    'API-Schlüssel, Beispiele und Referenz für Entwicklerinnen und Entwickler.',
  'coming.eventsBody': 'Sieh, was auf dem Campus los ist, und sag zu.',
  'coming.finances': 'Finanzen',
  'coming.financesBody': 'Deine Rechnungen, Fristen und Sperren. Nur du kannst sie sehen.',
  'coming.inboxBody': 'Newsletter und Mitteilungen deiner Hochschule.',
  'coming.clubs': 'Gruppen',
  'coming.clubsBody': 'Gruppen ansehen und beitreten.',
};
