import { ChevronLeft, ChevronRight, ExternalLink, Pause, Play, X } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';

/** Time that a slide show stays on a picture, in milliseconds (product text, §9). */
const slideMs = 5_000;

export interface PictureViewerProps {
  pictures: readonly UploadedFile[];
  /** Index of the first picture to show. */
  from: number;
  onClose: () => void;
}

const control =
  'grid size-11 place-items-center rounded-full text-white hover:bg-white/15 focus-visible:outline-white disabled:opacity-40';

/**
 * A full-window picture viewer: swipe, arrow keys, buttons, or a slide show that pauses while the pointer is over it. The
 * content of ui/use-picture-viewer.tsx; import that one.
 */
export function PictureViewer({ pictures, from, onClose }: PictureViewerProps) {
  const { t } = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(from);
  // `at` follows the scroll position. A step counts from the picture that the last one leads to, so quick presses add up, until the user
  // scrolls in another way.
  const target = useRef<number | null>(null);
  const forgetTarget = () => {
    target.current = null;
  };
  const [isPlaying, setIsPlaying] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const many = pictures.length;
  const shown = pictures[at];

  const show = useCallback(
    (index: number, behavior: ScrollBehavior = 'auto') =>
      list.current?.children[(index + many) % many]?.scrollIntoView({
        behavior,
        inline: 'center',
        block: 'nearest',
      }),
    [many],
  );
  const step = useCallback(
    (by: number) => {
      const next = (target.current ?? at) + by;
      target.current = (next + many) % many;
      // Smooth scrolling from the last to the first would pass all others.
      show(next, next < 0 || next >= many ? 'instant' : 'auto');
    },
    [at, many, show],
  );
  useArrowKeys(step);
  useEffect(() => {
    if (!isPlaying || isHeld) return undefined;
    const timer = setTimeout(() => step(1), slideMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isHeld, step]);

  if (!shown) return null;
  return (
    <AriaProvider>
      <ModalOverlay
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        data-covered
        className="fixed inset-0 z-40 bg-black animate-appear"
      >
        <Modal className="h-dvh w-full">
          <Dialog
            aria-label={t('viewer.title')}
            className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] text-white outline-none"
          >
            <ViewerHeader
              at={at}
              count={many}
              picture={shown}
              isPlaying={isPlaying}
              onClose={onClose}
              onPlay={() => setIsPlaying(!isPlaying)}
            />
            <div className="relative min-h-0">
              <ul
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
                tabIndex={0}
                aria-label={t('viewer.title')}
                ref={(element) => {
                  if (element !== null && list.current === null) {
                    list.current = element;
                    show(from, 'instant');
                  }
                }}
                onPointerEnter={() => setIsHeld(true)}
                onPointerLeave={() => setIsHeld(false)}
                onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
                  // In right-to-left languages, scrollLeft is negative.
                  const index = Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1));
                  setAt(Math.min(index, many - 1));
                }}
                onWheel={forgetTarget}
                onTouchStart={forgetTarget}
                className="flex h-full snap-x outline-none snap-mandatory overflow-x-auto overscroll-contain scrollbar-none motion-safe:scroll-smooth"
              >
                {pictures.map((picture, index) => (
                  <Slide
                    key={picture.id}
                    picture={picture}
                    isHidden={index !== at}
                    isNear={Math.abs(index - at) < 2}
                  />
                ))}
              </ul>
              {many > 1 &&
                ([-1, 1] as const).map((by) => (
                  <StepButton key={by} by={by} onClick={() => step(by)} />
                ))}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaProvider>
  );
}

interface SlideProps {
  picture: UploadedFile;
  isHidden: boolean;
  isNear: boolean;
}

function Slide({ picture, isHidden, isNear }: SlideProps) {
  return (
    <li
      aria-hidden={isHidden}
      className="grid h-full w-full shrink-0 snap-center snap-always place-items-center px-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <img
        src={isNear ? picture.url : picture.picture?.thumbnailUrl}
        alt={picture.name}
        width={picture.picture?.width}
        height={picture.picture?.height}
        loading="lazy"
        decoding="async"
        className="h-auto max-h-full w-auto max-w-full object-contain"
      />
    </li>
  );
}

/** Shows the previous or next picture with the arrow keys. */
function useArrowKeys(step: (by: number) => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl';
    const by = event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft') ? -1 : 1;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    step(by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}

function StepButton({ by, onClick }: { by: -1 | 1; onClick: () => void }) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      aria-label={by < 0 ? t('viewer.previous') : t('viewer.next')}
      onClick={onClick}
      className={`${control} absolute top-1/2 -translate-y-1/2 bg-black/55 max-sm:hidden ${by < 0 ? 'start-3' : 'end-3'}`}
    >
      {by < 0 ? (
        <ChevronLeft size={24} aria-hidden className="rtl:-scale-x-100" />
      ) : (
        <ChevronRight size={24} aria-hidden className="rtl:-scale-x-100" />
      )}
    </button>
  );
}

interface ViewerHeaderProps {
  at: number;
  count: number;
  picture: UploadedFile;
  isPlaying: boolean;
  onClose: () => void;
  onPlay: () => void;
}

function ViewerHeader({ at, count, picture, isPlaying, onClose, onPlay }: ViewerHeaderProps) {
  const { t } = useMessages();
  return (
    <header className="flex items-center gap-1 px-3 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2">
      <p aria-live="polite" className="me-auto min-w-0 ps-2 text-sm">
        <span className="tabular-nums">{t('viewer.of', { at: at + 1, count: count })}</span>
        <span dir="auto" className="block truncate text-white/75">
          {picture.name}
        </span>
      </p>
      {count > 1 && (
        <button
          type="button"
          aria-label={isPlaying ? t('viewer.pause') : t('viewer.play')}
          className={control}
          onClick={onPlay}
        >
          {isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        </button>
      )}
      <a
        href={picture.url}
        target="_blank"
        rel="noopener"
        aria-label={t('viewer.original')}
        className={control}
      >
        <ExternalLink size={20} aria-hidden />
      </a>
      <button type="button" aria-label={t('dialog.close')} className={control} onClick={onClose}>
        <X size={22} aria-hidden />
      </button>
    </header>
  );
}
