import { useRef } from 'react';

const pressMs = 450;
/** A finger that moves further than this is scrolling, in pixels. */
const stillPx = 8;

/** Returns handlers for a long press. They cancel the click that follows it. */
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
      // The same press would open the browser's menu for links and pictures.
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
