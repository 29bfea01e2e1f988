import type {
  Assertion,
  CreationOptions,
  Registration,
  RequestOptions,
} from '#contract/sessions/passkey-shapes.ts';
import { lazyModule } from './lazy-module.ts';

/*
 * Passkeys in this browser. Browsers offer them only over HTTPS (and at localhost), at a host name, and in a frame only if the page around
 * it allows it.
 */

const webAuthn = lazyModule(() => import('@simplewebauthn/browser'));

/** A policy of the page that frames us, which only Chromium can report. */
interface PolicyDocument {
  readonly featurePolicy?: { allowsFeature(name: string): boolean };
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith('[');

/** Why passkeys can't be used here: the address isn't secure, or this browser doesn't have them. Null if they can. */
export const passkeyObstacle = (): 'insecure' | 'unsupported' | null => {
  if (!window.isSecureContext || isAddress(window.location.hostname)) return 'insecure';
  return typeof window.PublicKeyCredential === 'function' ? null : 'unsupported';
};

export const canUsePasskeys = (): boolean => passkeyObstacle() === null;

/** Returns whether the page that frames us prevents passkeys, if the browser reports it. */
export const isPasskeyBlocked = (what: 'create' | 'get'): boolean => {
  if (window.parent === window) return false;
  const policy = (document as PolicyDocument).featurePolicy;
  return policy !== undefined && !policy.allowsFeature(`publickey-credentials-${what}`);
};

/** The person closed the browser's dialog, or it didn't find a passkey. Browsers don't tell which. */
export class PasskeyCanceled extends Error {}

const orCanceled = (error: unknown): never => {
  const names = [error, (error as { cause?: unknown }).cause].map((one) =>
    one instanceof Error ? one.name : '',
  );
  if (names.includes('NotAllowedError') || names.includes('AbortError'))
    throw new PasskeyCanceled();
  throw error;
};

/** Creates a passkey with the browser's dialog. Throws `PasskeyCanceled`. */
export const createPasskeyHere = async (options: CreationOptions): Promise<Registration> => {
  const { startRegistration } = await webAuthn.load();
  return startRegistration({ optionsJSON: options }).catch(orCanceled);
};

/** Uses a passkey with the browser's dialog. Throws `PasskeyCanceled`. */
export const askPasskey = async (options: RequestOptions): Promise<Assertion> => {
  const { startAuthentication } = await webAuthn.load();
  return startAuthentication({ optionsJSON: options }).catch(orCanceled);
};

/** Offers passkeys in the autofill of the sign-in form, if the browser can. Waits until the person chooses one. */
export const autofillPasskey = async (
  begin: () => Promise<RequestOptions>,
): Promise<Assertion | null> => {
  if (!canUsePasskeys() || isPasskeyBlocked('get')) return null;
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await webAuthn.load();
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return startAuthentication({ optionsJSON: await begin(), useBrowserAutofill: true }).catch(
    orCanceled,
  );
};

/** Stops waiting for a passkey from autofill. */
export const stopAutofill = async (): Promise<void> => {
  const { WebAuthnAbortService } = await webAuthn.load();
  WebAuthnAbortService.cancelCeremony();
};

/** Returns a name for a new passkey: the kind of this device. */
export const deviceName = (): string | null => {
  const { userAgent } = navigator;
  const names = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'Chromebook'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ] as const;
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
};
