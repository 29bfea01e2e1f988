import { CallError } from './call-error.ts';
import { NotLoaded } from './later.ts';
import type { Messages } from './messages.ts';

/** What happened, in the person's language: for alerts, error states and forms. */
export function errorText(error: unknown, { t }: Messages): string {
  if (!(error instanceof CallError))
    return t(error instanceof NotLoaded ? 'error.notLoaded' : 'error.unknown');
  switch (error.code) {
    case 'network':
      return t('error.network');
    case 'notification_locked':
      return t('error.notificationLocked');
    case 'too_many_devices':
      return t('error.tooManyDevices');
    case 'wrong_credentials':
      return t('error.wrongCredentials');
    case 'sso_required':
      return t('error.ssoRequired');
    case 'sso_unreachable':
      return t('error.ssoUnreachable');
    case 'sso_private_address':
      return t('error.ssoPrivate');
    case 'sso_metadata_unreadable':
      return t('error.ssoMetadata');
    case 'sso_too_many_providers':
      return t('error.ssoTooMany');
    case 'sso_incomplete':
      return t('error.ssoIncomplete');
    case 'sso_still_required':
      return t('error.ssoStillRequired');
    case 'sso_not_tested':
      return t('error.ssoNotTested');
    case 'sso_no_fallback':
      return t('error.ssoNoFallback');
    case 'wrong_password':
      return t('error.wrongPassword');
    case 'weak_password':
      return t('error.weakPassword');
    case 'reset_link_invalid':
      return t('error.resetLink');
    case 'too_many_requests':
      return error.retryAfter === null
        ? t('error.tooManySoon')
        : t('error.tooMany', { count: error.retryAfter });
    case 'not_logged_in':
    case 'invalid_token':
      return t('error.signedOut');
    case 'forbidden':
    case 'connect_off':
      return t('error.forbidden');
    case 'not_found':
    case 'person_not_found':
      return t('error.notFound');
    case 'unavailable':
      return t('error.unavailable');
    case 'not_an_origin':
      return t('error.notAnOrigin');
    case 'too_many_origins':
      return t('error.tooManyOrigins');
    case 'too_many_keys':
      return t('error.tooManyKeys');
    case 'personal_keys_off':
      return t('error.personalKeysOff');
    case 'sign_in_directly':
      return t('error.signInDirectly');
    case 'webhook_address':
      return t('error.webhookAddress');
    case 'too_many_webhooks':
      return t('error.tooManyWebhooks');
    case 'delivery_waits':
      return t('error.deliveryWaits');
    case 'too_many_saved_searches':
      return t('saved.full');
    case 'menu_changed':
      return t('error.menuChanged');
    case 'too_many_hubs':
      return t('error.tooManyHubs');
    case 'import_running':
      return t('error.importRunning');
    case 'import_moved_on':
    case 'ending_not_confirmed':
      return t('error.importMovedOn');
    case 'invalid_input':
      return t('error.invalid');
    default:
      return t('error.unknown');
  }
}
