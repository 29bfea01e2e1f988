import type { AcademicSource } from '#contract/courses/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { disconnect } from './courses.data.ts';

/** Disconnects the LMS. If the grant has already ended, it removes the stored data. */
export function DisconnectButton({ source }: { source: AcademicSource }) {
  const { t } = useMessages();
  const { state } = source;
  const name = source.name ?? '';
  const isEnded = state === 'ended';
  const end = useAction(disconnect, {
    confirm: () => ({
      title: t(isEnded ? 'courses.removeCopiesTitle' : 'courses.disconnectTitle', { name }),
      body: t('courses.disconnectBody', { name }),
      confirmLabel: t(isEnded ? 'courses.removeCopies' : 'courses.disconnect'),
      isDanger: true,
    }),
    invalidates: 'all',
    success: t(isEnded ? 'courses.copiesRemoved' : 'courses.disconnected'),
  });
  if (state !== 'connected' && !isEnded) return null;
  return (
    <button
      type="button"
      className="justify-self-start text-sm text-ink-2 underline hover:text-ink"
      onClick={() => end.run()}
    >
      {isEnded ? t('courses.removeCopies') : t('courses.disconnectFrom', { name })}
    </button>
  );
}
