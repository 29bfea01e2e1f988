/**
 * What our sign-in window and the frame that opened it say to each other, both of our own origin. The window makes no code before
 * the frame has answered: a page of another site that opens the window hears nothing and sets nothing going.
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
