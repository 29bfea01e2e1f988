import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { subscribeToWaits, type LoadProblem } from '../lib/lazy-component.ts';
import { translate, useMessages } from '../lib/messages.ts';
import { useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import { showToast, toasts, type Toast } from './toasts.ts';

/** Shows that a part isn't loading. If several aren't, it shows this once. */
function showWait(wait: LoadProblem): void {
  const { t } = translate();
  const message = t(wait === 'away' ? 'part.away' : 'part.replaced');
  if (toasts.shown.get().some((toast) => toast.message === message)) return;
  showToast({
    message,
    ...(wait === 'replaced' && {
      stays: true,
      action: { label: t('part.reload'), run: () => window.location.reload() },
    }),
  });
}

/** Always mounted, so that screen readers announce each toast once. */
export function ToastArea() {
  const shown = useStore(toasts.shown);
  useEffect(() => subscribeToWaits(showWait), []);
  return (
    <div
      data-toasts
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 grid justify-items-center gap-2 p-4 pb-[calc(var(--foot-bar,0rem)+1rem)] max-md:pb-[calc(var(--spacing-bottom-bar)+var(--foot-bar,0rem)+0.75rem)] md:ps-bar"
    >
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const { t } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const isHeld = () => box.current?.matches(':hover, :focus-within') ?? false;
  // The focus moves only after this event. A toast that is still hovered stays.
  const releaseSoon = () => queueMicrotask(() => isHeld() || toasts.release(toast.id));
  return (
    <div
      ref={box}
      className="forced-edge pointer-events-auto flex max-w-md items-center gap-3 rounded-card bg-ink py-1.5 ps-4 pe-1.5 text-sm font-medium text-canvas shadow-float animate-rise"
      onPointerEnter={() => toasts.pause(toast.id)}
      onPointerLeave={releaseSoon}
      onFocus={() => toasts.pause(toast.id)}
      onBlur={releaseSoon}
    >
      <span className="min-w-0 flex-1 py-1">{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className="min-h-8 rounded-control px-2 font-bold underline underline-offset-4 outline-offset-0 focus-visible:outline-canvas touch:min-h-11"
          onClick={() => {
            toast.action?.run();
            toasts.hide(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label={t('toast.close')}
        icon={X}
        size="sm"
        className="text-canvas! hover:bg-canvas/15! focus-visible:outline-canvas"
        onClick={() => toasts.hide(toast.id)}
      />
    </div>
  );
}
