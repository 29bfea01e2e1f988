import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { connectedPath } from '#contract/courses/kinds.ts';
import { signedInPath } from '#contract/embedding/host-messages.ts';
import type { SchoolRow } from '../context.ts';
import { escapeHtml } from './escape-html.ts';

/** Stands in the built page wherever a script is named; each answer puts its own nonce there (vite.config.ts). */
const noncePlace = 'NONCE-OF-THE-ANSWER';

type PageSettings = Pick<SchoolRow, 'embed_origins' | 'analytics'>;

/** What of the analytics the app needs to know. */
const pick = ({ address, key, object }: NonNullable<PageSettings['analytics']>) => ({
  address,
  key,
  object,
});

/**
 * What a page of ours may load and where it may stand. Scripts: those that the answer itself names, and what they load
 * (https://www.w3.org/TR/CSP3/#strict-dynamic-usage); 'self' is for browsers that do not know strict-dynamic. Trusted Types: text
 * becomes HTML through one policy only.
 */
const contentPolicy = (
  nonce: string,
  { embed_origins: hosts, analytics }: PageSettings,
  isScanner: boolean,
): string => {
  // What cannot be read is left out: a page without analytics is better than none.
  const script = analytics === null ? null : URL.parse(analytics.address);
  const counted =
    script === null ? '' : ` ${[script.origin, ...(analytics?.origins ?? [])].join(' ')}`;
  return [
    "default-src 'self'",
    // The scanner reads QR codes with WebAssembly where the browser cannot.
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'${isScanner ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${counted}`,
    "font-src 'self'",
    `connect-src 'self'${counted}`,
    // The workers that show pushes and open tickets without network.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...hosts].join(' ')}`,
    "require-trusted-types-for 'script'",
    `trusted-types default campus-html campus-worker dompurify${analytics === null ? '' : ' campus-analytics'}`,
  ].join('; ');
};

/** Pages ask for no device, but the scanner at an event's door for the camera. */
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

/** The windows in which somebody signs in for a frame, or connects a learning system, must reach the page that opened it; any other shares nothing with its opener. */
const isSignInWindow = (url: URL): boolean =>
  url.pathname === signedInPath ||
  url.pathname === connectedPath ||
  (url.pathname === '/login' && url.searchParams.get('redirect') === signedInPath);

/** Sets the headers of the app's page and answers its text with the nonce in its places, and the origins that may embed it. */
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
  const whole = page.replaceAll(noncePlace, nonce);
  const { embed_origins: hosts, analytics } = settings;
  // The app believes messages from these alone, and loads no other script. They come with the page, because a host may bring the
  // school's answer itself.
  const tags = [
    ...(hosts.length === 0 ? [] : [`<meta name="embed-origins" content="${hosts.join(' ')}">`]),
    ...(analytics === null
      ? []
      : [`<meta name="analytics" content="${escapeHtml(JSON.stringify(pick(analytics)))}">`]),
  ].join('');
  return tags === '' ? whole : whole.replace('</head>', () => `${tags}</head>`);
};
