import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { useSafety } from '../../safety/use-safety.tsx';
import { setOwn } from '../chat.data.ts';
import { titleOf } from '../conversation-title.ts';

/**
 * Shown when someone who isn't a connection writes. The user can accept or decline without the sender knowing, or
 * block or report the sender.
 */
export function RequestBar({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const [other] = conversation.people;
  const toRequests = () => navigate({ to: paths.chat, search: { folder: 'requests' } });
  const { ask, dialog } = useSafety(() => void toRequests());
  const answer = useMutation({
    mutationFn: (request: 'accept' | 'decline') => setOwn(conversation.id, { request }),
    onSuccess: async (_, request) => {
      if (request === 'decline') await toRequests();
    },
    onError: (error) => showToast({ message: errorText(error, messages) }),
  });
  return (
    <div className="grid gap-3 border-t border-line bg-surface px-4 py-4 text-center md:px-5">
      <p className="text-ink-2">
        {t('chat.requestFrom', { name: titleOf(conversation, messages) })}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          isPending={answer.isPending && answer.variables === 'decline'}
          onClick={() => answer.mutate('decline')}
        >
          {t('chat.decline')}
        </Button>
        <Button
          variant="primary"
          isPending={answer.isPending && answer.variables === 'accept'}
          onClick={() => answer.mutate('accept')}
        >
          {t('chat.accept')}
        </Button>
      </div>
      {other !== undefined && (
        <div className="-mt-1 flex flex-wrap justify-center gap-2">
          <Button variant="quiet" size="sm" onClick={() => ask('report', other)}>
            {t('safety.report')}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            className="text-bad!"
            onClick={() => ask('block', other)}
          >
            {t('safety.block')}
          </Button>
          {dialog}
        </div>
      )}
    </div>
  );
}
