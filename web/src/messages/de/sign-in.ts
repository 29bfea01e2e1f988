export const signIn = {
  'login.title': 'Anmelden',
  'login.lead': 'Willkommen zurück.',
  'login.email': 'E-Mail',
  'login.password': 'Passwort',
  'login.forgot': 'Passwort vergessen?',
  'login.submit': 'Anmelden',
  'login.emailMissing': 'Gib deine E-Mail ein.',
  'login.passwordMissing': 'Gib dein Passwort ein.',
  'forgot.title': 'Passwort vergessen?',
  'forgot.lead': 'Gib deine E-Mail ein. Wir schicken dir einen Link zum Zurücksetzen.',
  'forgot.submit': 'Link schicken',
  'forgot.sentTitle': 'Sieh in deinen Posteingang',
  'forgot.sentBody':
    'Wenn {email} hier ein Konto hat, haben wir einen Link geschickt. Er gilt einmal und läuft in einer Stunde ab.',
  'forgot.again': 'Andere E-Mail verwenden',
  'forgot.back': 'Zurück zur Anmeldung',
  'reset.title': 'Neues Passwort wählen',
  'reset.lead':
    'Mindestens 10 Zeichen. Ein paar Wörter, die nichts miteinander zu tun haben, sind gut.',
  'reset.password': 'Neues Passwort',
  'reset.submit': 'Speichern und anmelden',
  'reset.missing':
    'Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail oder fordere einen neuen an.',
  'reset.askAgain': 'Neuen Link anfordern',
  'reset.doneTitle': 'Passwort geändert',
  'reset.doneBody': 'Du wurdest überall abgemeldet. Melde dich mit deinem neuen Passwort an.',
  'password.short': { one: 'Mindestens {count} Zeichen.', other: 'Mindestens {count} Zeichen.' },
  'login.continueWith': 'Weiter mit {name}',
  'login.or': 'oder',
  'login.usePassword': 'Mit Passwort anmelden',
  'login.required': 'Deine Hochschule nutzt Single Sign-on.',
  'login.ownWindow':
    'Öffnet sich in einem eigenen Fenster, weil Anmeldeseiten nicht in einer anderen Seite laufen können.',
  'error.ssoRequired':
    'Melde dich über das Single Sign-on deiner Hochschule an, nicht mit einem Passwort.',
  'frame.title': 'Bei {name} anmelden',
  'frame.lead': 'Melde dich in einem neuen Fenster an und komm dann hierher zurück.',
  'frame.again': 'Fenster noch einmal öffnen',
  'frame.open': 'Schließe die Anmeldung im anderen Fenster ab und komm dann zurück.',
  'frame.blocked':
    'Dein Browser hat das Fenster blockiert. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
  'frame.failed': 'Das hat nicht geklappt. Versuche es noch einmal.',
  'frame.signedIn': 'Du bist angemeldet',
  'frame.closing': 'Dieses Fenster schließt sich automatisch.',
  'frame.lost':
    'Schließe dieses Fenster, geh zurück zu der Seite, von der du kamst, und wähle noch einmal Anmelden. Du musst nichts neu eingeben.',
  'sso.error_unknown_provider': 'Diese Anmeldung gibt es nicht mehr.',
  'sso.error_cancelled': 'Die Anmeldung wurde abgebrochen. Versuche es noch einmal.',
  'sso.error_expired':
    'Die Anmeldung hat zu lange gedauert oder wurde schon benutzt. Beginne noch einmal.',
  'sso.error_other_browser':
    'Die Anmeldung hat in einem anderen Browser begonnen, oder Cookies sind blockiert. Beginne hier noch einmal.',
  'sso.error_provider_failed':
    'Das Single Sign-on deiner Hochschule meldet ein Problem. Versuche es später noch einmal.',
  'sso.error_answer_refused':
    'Wir konnten die Antwort deiner Hochschule nicht prüfen. Wende dich an einen Admin.',
  'sso.error_no_identifier':
    'Deine Hochschule hat uns nicht gesagt, wer du bist. Wende dich an einen Admin.',
  'sso.error_not_added': 'Du hast auf diesem Campus noch kein Konto. Wende dich an einen Admin.',
  'sso.error_ambiguous': 'Zwei Konten haben deine Kennung. Wende dich an einen Admin.',
  'sso.error_ended': 'Dein Konto wurde deaktiviert. Wende dich an einen Admin.',
  'sso.error_linked_elsewhere':
    'Dieses Konto ist mit einer anderen Anmeldung verknüpft. Wende dich an einen Admin.',
  'sso.error_too_many': 'Zu viele Versuche. Versuche es in 15 Minuten noch einmal.',
} as const;
