/** True for the platforms that deliver a notification if neither the school nor the person has set a value. */
export interface DeliveryDefaults {
  readonly in_app: boolean;
  readonly mobile: boolean;
  readonly email: boolean;
  /** Set if the notification is always delivered in the app. The preferences don't list the key. */
  readonly isRequired?: true;
}

/** For requests that wait for the person, and dates that are near: every platform. */
export const urgent: DeliveryDefaults = { in_app: true, mobile: true, email: true };
/** For decisions about the person that they must be able to read. */
export const required = { ...urgent, isRequired: true } as const satisfies DeliveryDefaults;
/** For personal messages: platforms that the person checks anyway. Private texts aren't emailed. */
export const personal: DeliveryDefaults = { in_app: true, mobile: true, email: false };
/** For news that can wait. */
export const quiet: DeliveryDefaults = { in_app: true, mobile: false, email: false };
/** For news that fits in a digest. */
export const digested: DeliveryDefaults = { in_app: true, mobile: false, email: true };
