import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { connectedPath } from '#contract/courses/kinds.ts';
import { signedInPath } from '#contract/embedding/host-messages.ts';
import type { SchoolRow } from '../context.ts';
import { escapeHtml } from './escape-html.ts';

/** The placeholder for the nonce in the built page, at each script. Each response has a different nonce (vite.config.ts). */
const noncePlaceholder = 'NONCE-OF-THE-ANSWER';

type PageSettings = Pick<SchoolRow, 'embed_origins' | 'analytics'>;

/** Returns the analytics settings that the app needs. */
const pick = ({ address, key, object }: NonNullable<PageSettings['analytics']>) => ({
  address,
  key,
  object,
});

/**
 * Returns the Content-Security-Policy of our pages. Scripts: those in the response itself, and what they load
 * (https://www.w3.org/TR/CSP3/#strict-dynamic-usage). 'self' is for browsers without strict-dynamic. Trusted Types: text becomes HTML only
 * through one policy.
 */
const contentPolicy = (
  nonce: string,
  { embed_origins: hosts, analytics }: PageSettings,
  isScanner: boolean,
): string => {
  // Omit an invalid address, because a page without analytics is better than none.
  const script = analytics === null ? null : URL.parse(analytics.address);
  const counted =
    script === null ? '' : ` ${[script.origin, ...(analytics?.origins ?? [])].join(' ')}`;
  return [
    "default-src 'self'",
    // The scanner decodes QR codes with WebAssembly in browsers without a detector.
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'${isScanner ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${counted}`,
    "font-src 'self'",
    `connect-src 'self'${counted}`,
    // The workers that show push notifications and open tickets offline.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...hosts].join(' ')}`,
    "require-trusted-types-for 'script'",
    `trusted-types default campus-html campus-worker dompurify${analytics === null ? '' : ' campus-analytics'}`,
  ].join('; ');
};

/** Device permissions that pages don't need. Only the check-in scanner uses the camera. */
const denied = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
] as const;

const withoutDevices = (isScanner: boolean): string =>
  denied.map((name) => `${name}=${isScanner && name === 'camera' ? '(self)' : '()'}`).join(', ');

const isScannerPage = ({ pathname }: URL): boolean => pathname.startsWith('/check-in/');

/**
 * Returns whether the window signs in for a frame or connects an LMS, and so must reach the page that opened it. All other windows are
 * isolated from their opener.
 */
const isSignInWindow = (url: URL): boolean =>
  url.pathname === signedInPath ||
  url.pathname === connectedPath ||
  (url.pathname === '/login' && url.searchParams.get('redirect') === signedInPath);

/** Sets the headers of the app's page. Returns its HTML with the nonce and the origins that can embed it. */
export const setPageHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  settings: PageSettings,
): string => {
  const nonce = randomBytes(16).toString('base64url');
  const url = new URL(request.url, 'http://page');
  const isScanner = isScannerPage(url);
  void reply
    .header('Content-Security-Policy', contentPolicy(nonce, settings, isScanner))
    .header(
      'Cross-Origin-Opener-Policy',
      isSignInWindow(url) ? 'unsafe-none' : 'same-origin-allow-popups',
    )
    .header('Permissions-Policy', withoutDevices(isScanner));
  const whole = page.replaceAll(noncePlaceholder, nonce);
  const { embed_origins: hosts, analytics } = settings;
  // The app accepts messages only from these origins, and loads no other script. They come with the page, because an embedding site can
  // forge the school's reply.
  const tags = [
    ...(hosts.length === 0 ? [] : [`<meta name="embed-origins" content="${hosts.join(' ')}">`]),
    ...(analytics === null
      ? []
      : [`<meta name="analytics" content="${escapeHtml(JSON.stringify(pick(analytics)))}">`]),
  ].join('');
  return tags === '' ? whole : whole.replace('</head>', () => `${tags}</head>`);
};
