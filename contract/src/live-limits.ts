/* Numbers of the realtime hub, for both sides. No imports: the web app reads them at run time. */

/** Path of the hub. */
export const livePath = '/api/v1/realtime';
/** How long somebody is shown as writing after they said so. */
export const typingSeconds = 6;
/** How often a client says it at most. */
export const typingEverySeconds = 3;
/** How long a client hears of the posts of a club after it said that it shows them. */
export const readSeconds = 180;
/** How often it says so. */
export const readEverySeconds = 60;
/** People whose presence one client watches at most. */
export const watchedMax = 200;
/** Bytes of one packet a client may send. */
export const packetMax = 16_384;
