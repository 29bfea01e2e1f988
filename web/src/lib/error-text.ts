import { CallError, type CallErrorCode } from './call-error.ts';
import { lazyModule, NotLoaded } from './lazy-module.ts';
import { addEnglish, hasEnglish, type LabelKey, type Messages } from './messages.ts';

/** Codes whose words have a name of their own; those of a new feature are `error.<code>`. */
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

/** The words of a code: a code of the contract without any does not compile. */
export const errorKey = (code: CallErrorCode): LabelKey =>
  isNamed(code) ? named[code] : `error.${code}`;

const words = lazyModule(() => import('messages:en/error.*'));
/** Brings the English of all errors; without network it does not come. */
export const loadErrorWords = (): Promise<void> =>
  words.load().then(
    ({ default: errorWords }) => addEnglish(errorWords),
    () => undefined,
  );
/** How long an error waits for its words, in milliseconds; without them it is said as an unknown one. */
const wordsMs = 3_000;

/** Brings the English of an error whose words did not come with a page, before anything shows it. */
export async function withWords(error: CallError): Promise<CallError> {
  if (hasEnglish(errorKey(error.code))) return error;
  await Promise.race([loadErrorWords(), new Promise((done) => setTimeout(done, wordsMs))]);
  return error;
}

/** What happened, in the person's language: for alerts, error states and forms. */
export function errorText(error: unknown, { t }: Messages): string {
  if (!(error instanceof CallError))
    return t(error instanceof NotLoaded ? 'error.notLoaded' : 'error.unknown');
  if (error.code === 'too_many_requests' && error.retryAfter !== null)
    return t('error.tooMany', { count: error.retryAfter });
  if (error.code === 'listed_word' && isRecord(error.body))
    return t('error.listedWord', { word: String(error.body['word']) });
  const key = errorKey(error.code);
  const words = t(key);
  // A key without words shows as it is: of a newer server's code, or where the words did not load.
  return words === key ? t('error.unknown') : words;
}
