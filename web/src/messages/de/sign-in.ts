export const signIn = {
  'login.title': 'Anmelden',
  'login.lead': 'Schön, dass du wieder da bist. Deine Leute sind hier.',
  'login.email': 'E-Mail-Adresse',
  'login.password': 'Passwort',
  'login.forgot': 'Vergessen?',
  'login.submit': 'Anmelden',
  'login.emailMissing': 'Gib deine E-Mail-Adresse ein.',
  'login.passwordMissing': 'Gib dein Passwort ein.',
  'forgot.title': 'Passwort vergessen?',
  'forgot.lead':
    'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Link, mit dem du ein neues wählst.',
  'forgot.submit': 'Link schicken',
  'forgot.sentTitle': 'Sieh in dein Postfach',
  'forgot.sentBody':
    'Wenn {email} hier ein Konto hat, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang.',
  'forgot.again': 'Andere Adresse verwenden',
  'forgot.back': 'Zurück zur Anmeldung',
  'reset.title': 'Neues Passwort wählen',
  'reset.lead':
    'Mindestens 10 Zeichen. Ein paar Wörter, die nur für dich zusammengehören, sind gut.',
  'reset.password': 'Neues Passwort',
  'reset.submit': 'Speichern und anmelden',
  'reset.missing':
    'Dieser Adresse fehlt der Schlüssel. Öffne den Link aus der Mail noch einmal oder fordere einen neuen an.',
  'reset.askAgain': 'Neuen Link anfordern',
  'reset.doneTitle': 'Dein Passwort ist geändert',
  'reset.doneBody': 'Du wurdest überall abgemeldet. Melde dich mit dem neuen an.',
  'password.short': { one: 'Mindestens {count} Zeichen.', other: 'Mindestens {count} Zeichen.' },
  'login.continueWith': 'Weiter mit {name}',
  'login.or': 'oder',
  'login.usePassword': 'Mit Passwort anmelden',
  'login.required': 'Deine Hochschule möchte, dass du dich über ihre eigene Anmeldung anmeldest.',
  'login.ownWindow':
    'Öffnet den Campus in einem eigenen Fenster: Anmeldeseiten funktionieren nicht in einer anderen Seite.',
  'error.ssoRequired':
    'Deine Hochschule möchte, dass du dich über ihre eigene Anmeldung anmeldest, nicht mit Passwort.',
  'frame.title': 'Bei {name} anmelden',
  'frame.lead': 'Zum Anmelden öffnet sich ein Fenster des Campus. Danach geht es hier weiter.',
  'frame.again': 'Fenster noch einmal öffnen',
  'frame.open': 'Melde dich in dem geöffneten Fenster an und komm zurück.',
  'frame.blocked':
    'Dein Browser hat das Fenster blockiert. Erlaube Pop-ups für diese Seite und versuche es noch einmal.',
  'frame.failed': 'Das hat nicht geklappt. Versuche es noch einmal.',
  'frame.signedIn': 'Du bist angemeldet',
  'frame.closing': 'Dieses Fenster schließt sich von selbst.',
  'frame.lost':
    'Schließe dieses Fenster, geh zurück zu der Seite, von der du kamst, und drücke dort noch einmal auf Anmelden. Du musst nichts mehr eingeben.',
  'sso.error_unknown_provider': 'Diese Anmeldung gibt es nicht mehr.',
  'sso.error_cancelled': 'Die Anmeldung wurde abgebrochen. Versuche es wieder, wann du magst.',
  'sso.error_expired':
    'Das hat länger als zehn Minuten gedauert oder wurde schon benutzt. Beginne noch einmal.',
  'sso.error_other_browser':
    'Die Anmeldung hat in einem anderen Browser begonnen, oder dieser blockiert Cookies. Beginne hier noch einmal.',
  'sso.error_provider_failed':
    'Die Anmeldung deiner Hochschule meldet ein Problem. Versuche es später noch einmal.',
  'sso.error_answer_refused':
    'Die Antwort der Anmeldung deiner Hochschule ließ sich nicht prüfen. Sag denen Bescheid, die den Campus leiten.',
  'sso.error_no_identifier':
    'Die Anmeldung deiner Hochschule hat nicht gesagt, wer du hier bist. Sag denen Bescheid, die den Campus leiten.',
  'sso.error_not_added':
    'Deine Hochschule hat dich hier noch nicht aufgenommen. Frag die, die den Campus leiten.',
  'sso.error_ambiguous':
    'Zwei Personen deiner Hochschule haben deine Kennung. Sag denen Bescheid, die den Campus leiten.',
  'sso.error_ended': 'Dein Konto auf diesem Campus ist beendet.',
  'sso.error_linked_elsewhere':
    'Jemand anderes meldet sich als diese Person an. Sag denen Bescheid, die den Campus leiten.',
  'sso.error_too_many': 'Zu viele Versuche. Warte eine Viertelstunde.',
} as const;
