/* Limits of the realtime hub for both sides. This file imports nothing because the web app uses it at run time. */

export const livePath = '/api/v1/realtime';
/** Seconds for which a person is shown as typing after one event. */
export const typingSeconds = 6;
/** Minimum seconds between a client's typing events. */
export const typingEverySeconds = 3;
/** Seconds for which a client receives a club's post events after it reports that it shows the club. */
export const readSeconds = 180;
/** Seconds between these reports. */
export const readEverySeconds = 60;
/** Maximum people whose presence one client watches. */
export const watchedMax = 200;
/** Maximum bytes of a client's packet. */
export const packetMax = 16_384;
