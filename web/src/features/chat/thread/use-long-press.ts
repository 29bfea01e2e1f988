import { useRef } from 'react';

const pressMs = 450;
/** A finger that moves further scrolls. */
const stillPx = 8;

/** Handlers for a finger that rests on something; the tap that it ends with is taken away. */
export function useLongPress(onPress: () => void) {
  const press = useRef<{ timer: number; x: number; y: number; isDone: boolean } | null>(null);
  const stop = () => {
    window.clearTimeout(press.current?.timer);
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: React.PointerEvent) => {
      stop();
      press.current = null;
      if (pointerType !== 'touch' || !isPrimary) return;
      const timer = window.setTimeout(() => {
        if (press.current !== null) press.current.isDone = true;
        onPress();
      }, pressMs);
      press.current = { timer, x, y, isDone: false };
    },
    onPointerMove: ({ clientX, clientY }: React.PointerEvent) => {
      if (
        press.current !== null &&
        Math.hypot(clientX - press.current.x, clientY - press.current.y) > stillPx
      )
        stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: React.MouseEvent) => {
      // The browser's own menu for links and pictures, which the same press would open.
      if (press.current !== null) event.preventDefault();
    },
    onClickCapture: (event: React.MouseEvent) => {
      if (press.current?.isDone !== true) return;
      press.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
