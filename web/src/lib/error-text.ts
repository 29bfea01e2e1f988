import { CallError, type CallErrorCode } from './call-error.ts';
import { lazyModule, NotLoaded } from './lazy-module.ts';
import { addEnglish, hasEnglish, type LabelKey, type Messages } from './messages.ts';

/** Codes whose message key has another name. Those of new features use `error.<code>`. */
const named = {
  network: 'error.network',
  unknown: 'error.unknown',
  internal: 'error.unknown',
  unavailable: 'error.unavailable',
  invalid_input: 'error.invalid',
  too_many_requests: 'error.tooManySoon',
  not_found: 'error.notFound',
  person_not_found: 'error.notFound',
  forbidden: 'error.forbidden',
  not_logged_in: 'error.signedOut',
  invalid_token: 'error.signedOut',
  wrong_credentials: 'error.wrongCredentials',
  wrong_password: 'error.wrongPassword',
  weak_password: 'error.weakPassword',
  reset_link_invalid: 'error.resetLink',
  sso_required: 'error.ssoRequired',
  sso_unreachable: 'error.ssoUnreachable',
  sso_private_address: 'error.ssoPrivate',
  sso_metadata_unreadable: 'error.ssoMetadata',
  sso_too_many_providers: 'error.ssoTooMany',
  sso_incomplete: 'error.ssoIncomplete',
  sso_still_required: 'error.ssoStillRequired',
  sso_not_tested: 'error.ssoNotTested',
  sso_no_fallback: 'error.ssoNoFallback',
  notification_locked: 'error.notificationLocked',
  too_many_devices: 'error.tooManyDevices',
  not_an_origin: 'error.notAnOrigin',
  too_many_origins: 'error.tooManyOrigins',
  too_many_keys: 'error.tooManyKeys',
  personal_keys_off: 'error.personalKeysOff',
  sign_in_directly: 'error.signInDirectly',
  webhook_address: 'error.webhookAddress',
  too_many_webhooks: 'error.tooManyWebhooks',
  delivery_waits: 'error.deliveryWaits',
  too_many_saved_searches: 'saved.full',
  menu_changed: 'error.menuChanged',
  too_many_hubs: 'error.tooManyHubs',
  import_running: 'error.importRunning',
  import_moved_on: 'error.importMovedOn',
} as const satisfies { readonly [C in CallErrorCode]?: LabelKey };

type Named = keyof typeof named;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isNamed = (code: CallErrorCode): code is Named => Object.hasOwn(named, code);

/** Returns the message key of a code. A code of the contract without a message doesn't compile. */
export const errorKey = (code: CallErrorCode): LabelKey =>
  isNamed(code) ? named[code] : `error.${code}`;

const words = lazyModule(() => import('messages:en/error.*'));
/** Loads the English texts of all errors. This fails offline. */
export const loadErrorWords = (): Promise<void> =>
  words.load().then(
    ({ default: errorWords }) => addEnglish(errorWords),
    () => undefined,
  );
/** Maximum wait for an error's texts, in milliseconds. Without them, it is shown as an unknown error. */
const loadWaitMs = 3_000;

/** Loads the English text of an error before it is shown, unless a page already loaded it. */
export async function withWords(error: CallError): Promise<CallError> {
  if (hasEnglish(errorKey(error.code))) return error;
  await Promise.race([loadErrorWords(), new Promise((done) => setTimeout(done, loadWaitMs))]);
  return error;
}

/** Returns an error's text in the user's language, for alerts, error states and forms. */
export function errorText(error: unknown, { t }: Messages): string {
  if (!(error instanceof CallError))
    return t(error instanceof NotLoaded ? 'error.notLoaded' : 'error.unknown');
  if (error.code === 'too_many_requests' && error.retryAfter !== null)
    return t('error.tooMany', { count: error.retryAfter });
  if (error.code === 'listed_word' && isRecord(error.body))
    return t('error.listedWord', { word: String(error.body['word']) });
  const key = errorKey(error.code);
  const words = t(key);
  // A key without a text is returned as is: for a newer server's code, or if the texts failed to load.
  return words === key ? t('error.unknown') : words;
}
