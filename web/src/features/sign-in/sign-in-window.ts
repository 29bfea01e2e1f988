/**
 * Messages between our sign-in window and the frame that opened it, both on our own origin. The window creates a code only
 * after the frame has replied, so another site that opens the window learns nothing and triggers nothing.
 */
export const windowMessage = {
  here: 'campus:window-here',
  goOn: 'campus:window-go-on',
  code: 'campus:window-code',
} as const;

type WindowMessage =
  | { type: typeof windowMessage.here }
  | { type: typeof windowMessage.goOn }
  | { type: typeof windowMessage.code; code: string };

export function isWindowMessage(data: unknown): data is WindowMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { type, code } = data as { type?: unknown; code?: unknown };
  return (
    type === windowMessage.here ||
    type === windowMessage.goOn ||
    (type === windowMessage.code && typeof code === 'string')
  );
}
