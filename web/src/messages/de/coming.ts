export const coming = {
  'coming.title': 'Demnächst',
  'coming.bookingBody': 'Wähl einen Termin bei einer Beraterin, einem Berater oder einer Stelle.',
  'coming.calendarBody': 'Vorlesungen, Gruppentreffen und Veranstaltungen an einem Ort.',
  'coming.cctBody':
    'Deine Aktivitäten neben dem Studium: Gruppen, Ämter, Veranstaltungen und Schulungen.',
  'coming.chatBody': 'Schreib deinen Kontakten und Gruppen.',
  'coming.coursesBody': 'Deine Kurse mit Leuten, Terminen und Unterlagen.',
  'coming.developmentBody':
    'API-Schlüssel, Beispiele und Referenz für Entwicklerinnen und Entwickler.',
  'coming.eventsBody': 'Sieh, was auf dem Campus los ist, und sag zu.',
  'coming.financesBody': 'Deine Rechnungen, Fristen und Sperren. Nur du kannst sie sehen.',
  'coming.inboxBody': 'Newsletter und Mitteilungen deiner Hochschule.',
  'coming.clubsBody': 'Gruppen ansehen und beitreten.',
};
