/*
 * The storage that an LMS provides for tools in its frames (https://www.imsglobal.org/spec/lti-pm-s/v0p1), for browsers that
 * block cookies there. Messages go to one frame at one origin, and replies from elsewhere are ignored.
 */

/** Maximum wait for the platform, in milliseconds. */
const timeoutMs = 3_000;

interface PlatformFrame {
  /** Name of the platform's frame, or `_parent`. */
  target: string;
  origin: string;
}

type PlatformRequest =
  | { subject: 'lti.put_data'; key: string; value: string }
  | { subject: 'lti.get_data'; key: string };

const frameOf = ({ target }: PlatformFrame): Window | null => {
  if (window.parent === window) return null;
  if (target === '_parent') return window.parent;
  try {
    return (window.parent.frames as unknown as Record<string, Window | undefined>)[target] ?? null;
  } catch {
    return null;
  }
};

/** Returns the platform's reply, or null if it doesn't respond. */
export const sendToPlatform = (
  place: PlatformFrame,
  request: PlatformRequest,
): Promise<string | null> =>
  new Promise((resolve) => {
    const frame = frameOf(place);
    if (frame === null) return resolve(null);
    const id = crypto.randomUUID();
    const end = (value: string | null) => {
      window.removeEventListener('message', listen);
      resolve(value);
    };
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame || origin !== place.origin) return;
      if (typeof data !== 'object' || data === null) return;
      const { subject, message_id, value } = data as Record<string, unknown>;
      if (subject !== `${request.subject}.response` || message_id !== id) return;
      end(typeof value === 'string' ? value : null);
    };
    window.addEventListener('message', listen);
    window.setTimeout(() => end(null), timeoutMs);
    try {
      frame.postMessage({ ...request, message_id: id }, place.origin);
    } catch {
      end(null);
    }
  });
