export const signIn = {
  'login.title': 'Sign in',
  'login.lead': 'Welcome back. Your people are here.',
  'login.email': 'E-mail address',
  'login.password': 'Password',
  'login.forgot': 'Forgot it?',
  'login.submit': 'Sign in',
  'login.emailMissing': 'Type your e-mail address.',
  'login.passwordMissing': 'Type your password.',
  'forgot.title': 'Forgot your password?',
  'forgot.lead': 'Type your e-mail address and we send you a link to choose a new one.',
  'forgot.submit': 'Send the link',
  'forgot.sentTitle': 'Look into your inbox',
  'forgot.sentBody':
    'If {email} has an account here, a link is on its way. It works once, for one hour.',
  'forgot.again': 'Use another address',
  'forgot.back': 'Back to sign in',
  'reset.title': 'Choose a new password',
  'reset.lead': 'At least 10 characters. A few words that belong together only for you work well.',
  'reset.password': 'New password',
  'reset.submit': 'Save and sign in',
  'reset.missing':
    'This address lacks its key. Open the link of the mail again, or ask for a new one.',
  'reset.askAgain': 'Ask for a new link',
  'reset.doneTitle': 'Your password is changed',
  'reset.doneBody': 'You were signed out everywhere. Sign in with the new one.',
  'password.short': { one: 'At least {count} character.', other: 'At least {count} characters.' },
  'login.continueWith': 'Continue with {name}',
  'login.or': 'or',
  'login.usePassword': 'Sign in with a password',
  'login.required': 'Your school asks you to sign in through its own sign-on.',
  'login.ownWindow':
    'Opens the campus in a window of its own: sign-on pages do not work inside another page.',
  'error.ssoRequired':
    'Your school asks you to sign in through its own sign-on, not with a password.',
  'frame.title': 'Sign in to {name}',
  'frame.lead': 'Signing in opens a window of the campus. When you are done, you come back here.',
  'frame.again': 'Open the window again',
  'frame.open': 'Sign in in the window that has opened, and come back.',
  'frame.blocked':
    'Your browser has blocked the window. Allow pop-ups for this page, then try again.',
  'frame.failed': 'That did not work. Try again.',
  'frame.signedIn': 'You are signed in',
  'frame.closing': 'This window closes by itself.',
  'frame.lost':
    'Close this window, go back to the page you came from and press Sign in there once more. You will not have to type anything again.',
  'sso.error_unknown_provider': 'This way to sign in is not available any more.',
  'sso.error_cancelled': 'The sign-on was cancelled. Try again when you like.',
  'sso.error_expired': 'That took longer than ten minutes, or was used already. Begin again.',
  'sso.error_other_browser':
    'The sign-on began in another browser, or this one blocks cookies. Begin again here.',
  'sso.error_provider_failed': "Your school's sign-on reported a problem. Try again later.",
  'sso.error_answer_refused':
    "The answer of your school's sign-on could not be checked. Tell those who run the campus.",
  'sso.error_no_identifier':
    "Your school's sign-on did not say who you are here. Tell those who run the campus.",
  'sso.error_not_added': 'Your school has not added you to this campus yet. Ask those who run it.',
  'sso.error_ambiguous':
    'Two people of your school have your identifier. Tell those who run the campus.',
  'sso.error_ended': 'Your account at this campus has ended.',
  'sso.error_linked_elsewhere':
    'Somebody else signs on as this person. Tell those who run the campus.',
  'sso.error_too_many': 'Too many attempts. Wait a quarter of an hour.',
} as const;
