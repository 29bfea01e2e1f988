import { CircleAlert } from 'lucide-react';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';

/** Why a form was not accepted, above its button. What was typed stays. */
export function FormError({ error }: { error: unknown }) {
  const messages = useMessages();
  return (
    <div role="alert" className="empty:absolute">
      {error !== null && error !== undefined && (
        <p className="flex gap-2 rounded-control bg-bad-soft px-3 py-2.5 text-sm font-medium text-bad">
          <CircleAlert size={20} aria-hidden className="shrink-0" />
          {errorText(error, messages)}
        </p>
      )}
    </div>
  );
}
