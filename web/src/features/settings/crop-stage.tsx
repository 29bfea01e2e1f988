import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react';
import {
  clampCrop,
  maxZoom,
  shownPart,
  type Crop,
  type PictureKind,
  type Size,
} from '#contract/people/picture-crop.ts';
import { useMessages } from '../../lib/messages.ts';

interface CropStageProps {
  kind: PictureKind;
  url: string;
  /** Size in pixels; null until the browser has loaded the picture. */
  size: Size | null;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  onSize: (size: Size) => void;
  onUnreadable: () => void;
}

/** Distance that an arrow key moves, as a share of the visible part; farther with Shift. */
const step = { plain: 0.04, large: 0.2 };
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The picture behind a window with the final shape. It can be dragged, pinched, moved with arrow keys, and zoomed with the
 * slider.
 */
export function CropStage({ kind, url, size, crop, onCrop, onSize, onUnreadable }: CropStageProps) {
  const { t } = useMessages();
  const hintId = useId();
  const image = useRef<HTMLImageElement>(null);

  const put = (next: Crop) => {
    if (size) onCrop(clampCrop(size, kind, next));
  };
  /** Moves by screen pixels. */
  const drag = (x: number, y: number, zoomBy = 1) => {
    const box = image.current?.getBoundingClientRect();
    if (box && box.width > 0 && box.height > 0)
      put({
        x: crop.x - x / box.width,
        y: crop.y - y / box.height,
        zoom: Math.min(maxZoom, Math.max(1, crop.zoom * zoomBy)),
      });
  };

  const { onPointerDown, onPointerMove, onPointerEnd } = usePointerDrag(drag);

  const { onKeyDown, reported } = useArrowKeyCrop({ size, kind, crop, onCrop });
  function onLoad({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) {
    if (width > 0 && height > 0) onSize({ width, height });
    else onUnreadable();
  }

  const part = size && shownPart(size, kind, crop.zoom);
  const imageStyle = size &&
    part && {
      width: `${(size.width / part.width) * 100}%`,
      height: `${(size.height / part.height) * 100}%`,
      left: `${((part.width / 2 - crop.x * size.width) / part.width) * 100}%`,
      top: `${((part.height / 2 - crop.y * size.height) / part.height) * 100}%`,
    };
  const shape =
    kind === 'photo'
      ? 'aspect-square w-60 max-w-[75%] rounded-full'
      : 'aspect-8/3 w-[92%] rounded-control';
  return (
    <div className="grid gap-4">
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- no role of ARIA is a
          handle with two directions; an application gets the arrow keys, and the hint says so */}
      <div
        role="application"
        aria-label={t('pictures.stage')}
        aria-describedby={hintId}
        tabIndex={0}
        dir="ltr"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
        className={`crop-stage relative grid touch-none place-items-center overflow-hidden rounded-card bg-fill-2 select-none ${kind === 'photo' ? 'h-72' : 'h-56 sm:h-64'}`}
      >
        <div className={`relative ${shape}`}>
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            onLoad={onLoad}
            onError={onUnreadable}
            style={imageStyle ?? { opacity: 0 }}
            className="absolute max-w-none"
          />
          <span
            aria-hidden
            className={`crop-window absolute inset-0 ${kind === 'photo' ? 'rounded-full' : 'rounded-control'}`}
          />
        </div>
      </div>
      {/* oxlint-enable */}
      <p id={hintId} className="text-sm text-ink-2">
        {t('pictures.hint')}
      </p>
      <p className="sr-only" role="status">
        {reported}
      </p>
      <ZoomField
        value={crop.zoom}
        isDisabled={size === null}
        onChange={(zoom) => put({ ...crop, zoom })}
      />
    </div>
  );
}

interface ArrowKeyCropOptions {
  size: Size | null;
  kind: PictureKind;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

/** Moves the picture with the arrow keys, and reports its position to screen readers. */
function useArrowKeyCrop({ size, kind, crop, onCrop }: ArrowKeyCropOptions) {
  const { t, locale } = useMessages();
  const [reported, setReported] = useState('');
  function onKeyDown(event: KeyboardEvent) {
    const [x, y] = arrows[event.key] ?? [];
    if (x === undefined || y === undefined || !size) return;
    event.preventDefault();
    const by = event.shiftKey ? step.large : step.plain;
    const part = shownPart(size, kind, crop.zoom);
    const next = clampCrop(size, kind, {
      ...crop,
      x: crop.x + (x * by * part.width) / size.width,
      y: crop.y + (y * by * part.height) / size.height,
    });
    onCrop(next);
    const percent = new Intl.NumberFormat(locale, { style: 'percent' });
    setReported(t('pictures.at', { x: percent.format(next.x), y: percent.format(next.y) }));
  }
  return { onKeyDown, reported };
}

interface ZoomFieldProps {
  value: number;
  isDisabled: boolean;
  onChange: (value: number) => void;
}

function ZoomField({ value, isDisabled, onChange }: ZoomFieldProps) {
  const { t } = useMessages();
  const zoomId = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={zoomId} className="text-sm font-bold">
        {t('pictures.zoom')}
      </label>
      <input
        id={zoomId}
        type="range"
        min={1}
        max={maxZoom}
        step={0.01}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="zoom-range h-11 min-w-0 flex-1"
      />
    </div>
  );
}

/** Moves the picture with one pointer, and zooms with two. */
function usePointerDrag(drag: (x: number, y: number, zoomBy?: number) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    const apart = (from: { x: number; y: number }) =>
      other ? Math.hypot(from.x - other.x, from.y - other.y) : 1;
    // With two fingers, each moves the picture by half, and their distance zooms.
    const share = other ? 0.5 : 1;
    drag(
      (now.x - before.x) * share,
      (now.y - before.y) * share,
      apart(now) / Math.max(1, apart(before)),
    );
  }
  const onPointerEnd = (event: PointerEvent<HTMLElement>) =>
    pointers.current.delete(event.pointerId);
  return { onPointerDown, onPointerMove, onPointerEnd };
}
