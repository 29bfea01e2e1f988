import type { SubscribedCalendar } from '#contract/calendar/endpoints.ts';
import { useMessages, type LabelKey } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

const reasonOf = (code: string): LabelKey => {
  if (code === 'rule_too_dense' || code === 'ics_too_slow') return 'calendar.unreadReason.often';
  if (code.startsWith('rule_')) return 'calendar.unreadReason.rule';
  if (code === 'ics_zone') return 'calendar.unreadReason.zone';
  return code === 'ics_syntax' ? 'calendar.unreadReason.end' : 'calendar.unreadReason.value';
};

/** Lists the unreadable parts of a calendar with line and reason. */
export function UnreadDialog({
  calendar: { name, unread, unreadCount },
  onClose,
}: {
  calendar: SubscribedCalendar;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const more = unreadCount - unread.length;
  return (
    <Dialog
      title={t('calendar.unreadOf', { name })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('calendar.done')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{t('calendar.unreadAbout')}</p>
        <ul className="grid gap-3">
          {unread.map(({ line, title, code, isLeftOut }, place) => (
            <li key={`${line}-${place}`} className="grid gap-0.5">
              <span className="font-bold wrap-anywhere">
                {title === null || title === '' ? t('calendar.unreadNoTitle') : title}
              </span>
              <span>{t(reasonOf(code))}</span>
              <span className="text-sm text-ink-2">
                {line !== null && `${t('calendar.unreadLine', { line: String(line) })} · `}
                {t(isLeftOut ? 'calendar.unreadLeftOut' : 'calendar.unreadPart')}
              </span>
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t('calendar.unreadMore', { count: more })}</p>}
      </div>
    </Dialog>
  );
}
