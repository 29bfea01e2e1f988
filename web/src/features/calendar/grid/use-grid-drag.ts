import { useRef, useState, type PointerEvent, type RefObject } from 'react';

/** The block being created, moved or resized, with its column and minutes of the day. */
export interface DragState {
  readonly what: 'new' | 'move' | 'end';
  /** The key of the block; null for a new one. */
  readonly key: string | null;
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

interface Start {
  readonly what: DragState['what'];
  readonly key: string | null;
  readonly x: number;
  readonly y: number;
  readonly column: number;
  readonly minute: number;
  readonly from: number;
  readonly to: number;
}

/** In minutes: dragging snaps to quarters of an hour, and new blocks fill whole slots. */
const step = 15;
const slot = 30;
const dayMinutes = 1_440;
const near = 5;

const snapped = (minute: number): number => Math.round(minute / step) * step;
const within = (minute: number, most: number): number => Math.min(Math.max(minute, 0), most);

/** Returns the block for a drag from its start to the pointer's position. */
const draggedTo = (start: Start, column: number, minute: number): DragState => {
  const { what, key, from, to } = start;
  if (what === 'new') {
    const [least, most] = [Math.min(start.minute, minute), Math.max(start.minute, minute)];
    const begin = Math.floor(least / slot) * slot;
    const end = Math.max(begin + slot, Math.ceil(most / slot) * slot);
    return { what, key, column: start.column, from: begin, to: end };
  }
  if (what === 'end')
    return { what, key, column: start.column, from, to: Math.max(from + step, snapped(minute)) };
  const length = to - from;
  const begin = within(snapped(from + minute - start.minute), dayMinutes - Math.min(length, step));
  return { what, key, column, from: begin, to: begin + length };
};

/**
 * Drag and drop in the time grid with a mouse. On touch screens, dragging scrolls; a tap creates an event, and the dialog
 * moves one.
 */
export function useGridDrag(
  body: RefObject<HTMLElement | null>,
  columns: number,
  onDone: (dragged: DragState) => void,
) {
  const [dragged, setDragged] = useState<DragState | null>(null);
  const start = useRef<Start | null>(null);
  const last = useRef<DragState | null>(null);
  /** The click after a drag doesn't open an item. */
  const wasDragged = useRef(false);

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = body.current?.getBoundingClientRect();
    if (!box) return { column: 0, minute: 0 };
    const isRtl = document.dir === 'rtl';
    const across = isRtl ? box.right - clientX : clientX - box.left;
    return {
      column: Math.min(columns - 1, Math.max(0, Math.floor((across / box.width) * columns))),
      minute: within(((clientY - box.top) / box.height) * dayMinutes, dayMinutes),
    };
  };

  const begin = (
    event: PointerEvent,
    what: DragState['what'],
    of: { key: string; from: number; to: number } | null = null,
  ) => {
    wasDragged.current = false;
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.stopPropagation();
    const { column, minute } = place(event);
    const { clientX: x, clientY: y } = event;
    const { key = null, from = minute, to = minute } = of ?? {};
    start.current = { what, key, x, y, column, minute, from, to };
    last.current = null;
    const move = (moved: globalThis.PointerEvent) => {
      const began = start.current;
      if (began === null) return;
      const far = Math.hypot(moved.clientX - began.x, moved.clientY - began.y);
      if (last.current === null && far < near) return;
      wasDragged.current = true;
      const at = place(moved);
      last.current = draggedTo(began, at.column, at.minute);
      setDragged(last.current);
    };
    const end = (isDone: boolean) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', escape, true);
      start.current = null;
      setDragged(null);
      if (isDone && last.current !== null) onDone(last.current);
      last.current = null;
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const escape = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      end(false);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', escape, true);
  };

  return {
    dragged,
    begin,
    /** Returns whether the current click ends a drag. */
    endsDrag: () => {
      const was = wasDragged.current;
      wasDragged.current = false;
      return was;
    },
  };
}
