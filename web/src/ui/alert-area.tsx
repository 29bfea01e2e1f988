import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { useMessages } from '../lib/messages.ts';
import { SafeHtml } from '../lib/safe-html.tsx';
import { useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import { alerts, type Alert, type AlertType } from './alerts.ts';

const looks: Record<AlertType, readonly [icon: LucideIcon, tone: string]> = {
  Success: [CircleCheck, 'text-good'],
  Error: [CircleAlert, 'text-bad'],
  Info: [Info, 'text-brand-text'],
  Warning: [TriangleAlert, 'text-warn'],
};

/** The fixed area for alerts above every page. Errors and warnings interrupt screen readers, others don't. */
export function AlertArea() {
  const { t } = useMessages();
  const shown = useStore(alerts.shown);
  const isUrgent = (alert: Alert) => alert.type === 'Error' || alert.type === 'Warning';
  return (
    <section
      aria-label={t('alerts.label')}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 grid justify-items-center gap-2 p-3 md:ps-bar"
    >
      <div aria-live="assertive" className="contents">
        {shown.filter(isUrgent).map((alert) => (
          <AlertBox key={alert.id} alert={alert} />
        ))}
      </div>
      <div aria-live="polite" className="contents">
        {shown
          .filter((alert) => !isUrgent(alert))
          .map((alert) => (
            <AlertBox key={alert.id} alert={alert} />
          ))}
      </div>
    </section>
  );
}

function AlertBox({ alert }: { alert: Alert }) {
  const { t } = useMessages();
  const [Icon, tone] = looks[alert.type];
  const box = useRef<HTMLDivElement>(null);
  const isHeld = () => box.current?.matches(':hover, :focus-within') ?? false;
  // The focus moves only after this event. An alert that is still hovered stays.
  const releaseSoon = () => queueMicrotask(() => isHeld() || alerts.release(alert.id));
  return (
    <div
      ref={box}
      onPointerEnter={() => alerts.pause(alert.id)}
      onPointerLeave={releaseSoon}
      onFocus={() => alerts.pause(alert.id)}
      onBlur={releaseSoon}
      data-alert={alert.type}
      className={`forced-edge pointer-events-auto flex w-full max-w-lg items-start gap-3 rounded-card border border-line raised py-2 ps-4 pe-2 shadow-float animate-rise transition-opacity duration-250 ${alert.fade ? 'opacity-0' : ''}`}
    >
      <Icon size={20} aria-hidden className={`mt-2 shrink-0 ${tone}`} />
      <SafeHtml html={alert.message} className="rich-text min-w-0 flex-1 py-1.5" />
      <IconButton
        label={t('alerts.close')}
        icon={X}
        size="sm"
        onClick={() => alerts.close(alert.id)}
      />
    </div>
  );
}
